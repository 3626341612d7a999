import "~/styles/permissions.css";
import {
  COMPANY_ENTITIES,
  type Entity,
  FLAGS,
  type Flag,
  type Flags,
  isGrantable,
  JOB_ENTITIES,
} from "~/lib/access/crew-permissions";
import { ENTITY_LABELS } from "~/lib/access/entity-words";

type Row = { id: number; name: Entity; flags: Flags; shown: readonly Flag[] };

/** Crew permissions by entity. Each checkbox's `data-put` contains what the script sends when the box is checked. */
export function PermissionTables({ rows, crewId }: { rows: Row[]; crewId: number }) {
  const some = (names: readonly Entity[]) => rows.filter((r) => names.includes(r.name) && r.shown.length > 0);
  return (
    <>
      <Flagged title="Company" rows={some(COMPANY_ENTITIES)} crewId={crewId} />
      <Flagged title="Jobs" rows={some(JOB_ENTITIES)} crewId={crewId} />
    </>
  );
}

function Flagged({ title, rows, crewId }: { title: string; rows: Row[]; crewId: number }) {
  return (
    <section className="stack">
      <h3>{title}</h3>
      <div className="flags">
        <table>
          <caption className="sr">{title} permissions</caption>
          <thead>
            <tr>
              <td />
              {FLAGS.map((flag) => (
                <th key={flag} scope="col">
                  {flag.replace(/^./, (letter) => letter.toUpperCase())}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, flags, shown }) => (
              <tr key={id}>
                <th scope="row">
                  {ENTITY_LABELS[name].name}{" "}
                  <span className="soft small block">{ENTITY_LABELS[name].line}</span>
                </th>
                {FLAGS.map((flag) =>
                  shown.includes(flag) ? (
                    <td key={flag}>
                      <label>
                        <span className="sr">
                          {ENTITY_LABELS[name].name}: {flag}
                          {isGrantable(name, flag) ? ", off until you turn it on" : null}
                        </span>
                        <input
                          type="checkbox"
                          name="allowed"
                          value={`${name}.${flag}`}
                          defaultChecked={flags[flag]}
                          data-put={JSON.stringify({ crew_id: crewId, entity_id: id, action: flag })}
                        />
                      </label>
                    </td>
                  ) : (
                    <td key={flag}>
                      <span className="soft" aria-hidden="true">
                        –
                      </span>{" "}
                      <span className="sr">Does not apply</span>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
