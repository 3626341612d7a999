import { Notice } from "./parts";

/** What was typed beside what somebody else has saved meanwhile, for the fields in which they differ. */
export function Conflict({
  rows: all,
  by,
  href,
  what,
}: {
  rows: { name: string; label: string; typed: string; saved: string }[];
  /** Who saved, and when, where that is known. */
  by?: { who: string; when: string } | null;
  href: string;
  what: string;
}) {
  const rows = all.filter((row) => row.typed !== row.saved);
  const who = by?.who || "Someone else";
  if (rows.length === 0)
    return (
      <Notice tone="warn" title={`${who} saved ${what} while you were editing${by ? `, ${by.when}` : ""}`}>
        <p>What you typed is the same as what is saved now.</p>
      </Notice>
    );
  return (
    <Notice tone="danger" title={`${who} saved a change while you were editing${by ? `, ${by.when}` : ""}`}>
      <p>Nothing you typed is lost. Keep yours or keep theirs.</p>
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
