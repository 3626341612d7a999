import { Time } from "~/ui/parts";
import type { AdminActionRow } from "../data/acts.server";

/** List of admin actions: action, person, time and reason. */
export function AdminActionList({ acts, names = false }: { acts: AdminActionRow[]; names?: boolean }) {
  return (
    <ul className="lines">
      {acts.map((act) => (
        <li key={act.id}>
          {act.what}
          {names && act.company ? (
            <>
              {" "}
              · <a href={`/admin/companies/${act.company.id}`}>{act.company.name}</a>
            </>
          ) : null}
          {names && act.person ? (
            <>
              {" "}
              · <a href={`/admin/users/${act.person.id}`}>{act.person.name}</a>
            </>
          ) : null}{" "}
          <span className="soft small block">
            <Time {...act.when} />, {act.by}: {act.reason}
          </span>
        </li>
      ))}
    </ul>
  );
}
