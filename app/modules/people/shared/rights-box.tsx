import { DetailBox } from "~/ui/parts";
import type { RightsAtCompany } from "../data/person-rights.server";

/** Box with a person's rights at the company, and the crews that grant them. */
export function RightsBox({ rights, who }: { rights: RightsAtCompany; who: string }) {
  const { company, is_admin, crews, can, cannot } = rights;
  return (
    <DetailBox title={`What ${who} can do`}>
      {is_admin ? (
        <p>
          Everything at {company}. {who} is an admin.
        </p>
      ) : (
        <>
          <p className="soft small">
            At {company}
            {crews.length === 1 ? `, by the crew ${crews[0]}` : null}
          </p>
          <RightsList rights={can} none="Nothing yet. None of their crews have permissions." />
          {cannot.length ? <p className="soft small">Can't: {cannot.join("; ").toLowerCase()}.</p> : null}
        </>
      )}
    </DetailBox>
  );
}

type Line = { id: string; words: string; part: readonly string[]; from?: readonly string[] };

/** List of rights; a right granted only in part shows which part. */
function RightsList({ rights, none }: { rights: readonly Line[]; none: string }) {
  if (rights.length === 0) return <p>{none}</p>;
  return (
    <ul>
      {rights.map(({ id, words, part, from }) => (
        <li key={id}>
          {words}
          {part.length ? `, only: ${part.join(", ")}` : null}
          {from?.length ? <span className="soft small"> ({from.join(", ")})</span> : null}
        </li>
      ))}
    </ul>
  );
}

type Change = { added: readonly Line[]; taken: readonly Line[] };

/** Lists of the rights that a change of permissions adds and removes. */
export function RightsChange({ change, added, taken }: { change: Change; added: string; taken: string }) {
  return (
    <>
      {change.added.length ? (
        <div>
          <p>
            <strong>{added}</strong>
          </p>
          <RightsList rights={change.added} none="" />
        </div>
      ) : null}
      {change.taken.length ? (
        <div>
          <p>
            <strong>{taken}</strong>
          </p>
          <RightsList rights={change.taken} none="" />
        </div>
      ) : null}
    </>
  );
}
