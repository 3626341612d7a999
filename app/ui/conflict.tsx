import type { ComparedRow } from "./compare";
import { Notice } from "./parts";

/** Author of a conflicting change to a user's own form, which only that user can change. */
export const OTHER_WINDOW_AUTHOR = { who: "You, in another window," };

/** Notice that another user saved first: typed values next to the saved ones, for the fields that differ (`compared`). */
export function ConflictNotice({
  rows,
  by,
  href,
  what,
}: {
  rows: ComparedRow[];
  /** User who saved, and the time, if known. */
  by?: { who: string; when?: string } | null;
  href: string;
  what: string;
}) {
  const who = by?.who || "Someone else";
  const when = by?.when ? `, ${by.when}` : "";
  if (rows.length === 0)
    return (
      <Notice tone="warn" title={`${who} saved ${what} while you were editing${when}`}>
        <p>What you typed is the same as what is saved now.</p>
      </Notice>
    );
  return (
    <Notice tone="danger" title={`${who} saved a change while you were editing${when}`}>
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
