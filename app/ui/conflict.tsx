import { Notice } from "./parts";

/** What was typed beside what somebody else has saved meanwhile, field by field. */
export function Conflict({
  rows,
  href,
  what,
}: {
  rows: { name: string; label: string; typed: string; saved: string }[];
  href: string;
  what: string;
}) {
  return (
    <Notice tone="danger" title="Somebody saved a change while you were editing">
      <p>Nothing of yours is lost. Compare, change what you want, and save yours; or keep what is saved.</p>
      <div className="tablewrap">
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">You typed</th>
              <th scope="col">Saved now</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.label}</th>
                <td>{row.typed || "—"}</td>
                <td>{row.saved || "—"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a href={href}>See {what} as it is now</a>
      </p>
    </Notice>
  );
}
