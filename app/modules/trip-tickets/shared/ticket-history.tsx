import { DetailBox, Time } from "~/ui/parts";
import type { TicketPage } from "./detail.server";

/** Events, newest first: user, activity, time, and every old and new value. */
export function TicketHistory({ history }: { history: TicketPage["history"] }) {
  return (
    <DetailBox title="History" full>
      <ol className="timeline">
        {history.map((entry) => (
          <li key={entry.id}>
            <strong>{entry.what}</strong>{" "}
            <span className="soft small">
              <Time {...entry.when} /> · {[entry.who, entry.company].filter(Boolean).join(", ")}
            </span>
            {entry.content ? <p>{entry.content}</p> : null}
            {entry.diffs.length ? (
              <ul className="diffs">
                {entry.diffs.map((d) => (
                  <li key={d.field}>
                    {d.field}:{" "}
                    {d.saved === "—" ? null : (
                      <>
                        <del>{d.saved}</del> →{" "}
                      </>
                    )}
                    <ins>{d.updated}</ins>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ol>
    </DetailBox>
  );
}
