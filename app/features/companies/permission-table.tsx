import { COMPANY_ENTITIES, type Entity, FLAGS, type Flags, JOB_ENTITIES } from "./crew-permissions";

type Row = { id: number; name: Entity; flags: Flags };

const WORDS: Partial<Record<Entity, string>> = { crew_member: "People", company_location: "Locations" };

/** An entity in words: "company_destination" is "Company destination". */
const wordsOf = (name: Entity) =>
  WORDS[name] ?? name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** What a crew may do, entity by entity. Each box says by `data-put` what script sends when it is ticked. */
export function PermissionTables({ rows, crewId }: { rows: Row[]; crewId: number }) {
  const some = (names: readonly Entity[]) => rows.filter((r) => names.includes(r.name));
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
            {rows.map(({ id, name, flags }) => (
              <tr key={id}>
                <th scope="row">{wordsOf(name)}</th>
                {FLAGS.map((flag) => (
                  <td key={flag}>
                    <label>
                      <span className="sr">
                        {wordsOf(name)}: {flag}
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
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
