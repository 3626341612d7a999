import "~/styles/exchange.css";
import { count } from "~/domain/text/text";
import { paths } from "~/web/paths";
import type { getStatement } from "./statement-page.server";

type Matched = Awaited<ReturnType<typeof getStatement.run>>["matched"][number];

/** What a difference is called, and how loudly. */
const STANDINGS: Record<Matched["standing"], { words: string; tone: string }> = {
  equal: { words: "Same", tone: "" },
  new: { words: "Not scaled yet", tone: "" },
  within: { words: "Within tolerance", tone: "amber" },
  beyond: { words: "Ask the mill", tone: "red" },
  "other unit": { words: "Other unit", tone: "red" },
};

/** The groups of a statement's loads, the ones that need somebody first. */
const GROUPS = {
  ask: { label: "Ask the mill", hint: "Beyond tolerance, in another unit, or twice. Not ticked." },
  within: { label: "Within tolerance", hint: "As much as two good scales can differ. Ticked." },
  same: { label: "Same, or not scaled yet", hint: "Ticked." },
  accepted: { label: "Accepted", hint: "" },
} as const;
type Group = keyof typeof GROUPS;
const ORDER = ["ask", "within", "same", "accepted"] as const satisfies readonly Group[];

/** Which group a load is in: what isn't ticked by itself is a question to the mill, whatever the reason. */
export function groupOf(m: Pick<Matched, "accepted" | "expected" | "standing">): Group {
  if (m.accepted) return "accepted";
  if (!m.expected) return "ask";
  return m.standing === "within" ? "within" : "same";
}

/** The loads on both sides in their groups, one line each. */
export function MatchedLoads({ matched }: { matched: readonly Matched[] }) {
  return (
    <div className="tablewrap statement">
      <table className="cards">
        <caption className="sr">Loads on both sides</caption>
        <thead>
          <tr>
            <th scope="col">Accept</th>
            <th scope="col">Ticket</th>
            <th scope="col">Job</th>
            <th scope="col">Found by</th>
            <th scope="col">Scale ticket</th>
            <th scope="col" className="num">
              Ours
            </th>
            <th scope="col" className="num">
              The mill's
            </th>
            <th scope="col" className="num">
              Difference
            </th>
          </tr>
        </thead>
        {ORDER.map((group) => {
          const loads = matched.filter((m) => groupOf(m) === group);
          if (loads.length === 0) return null;
          return (
            <tbody key={group} className={`group ${group}`}>
              <tr className="group-head">
                <th colSpan={8} scope="rowgroup">
                  {GROUPS[group].label}: {count(loads.length, "load")}{" "}
                  <span className="soft small">{GROUPS[group].hint}</span>
                </th>
              </tr>
              {loads.map((m) => (
                <MatchedRow key={m.line} m={m} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

/** One load on both sides. What isn't expected is sent under a name of its own, so that no press accepts it unseen. */
function MatchedRow({ m }: { m: Matched }) {
  const { words, tone } = STANDINGS[m.standing];
  return (
    <tr>
      <td data-label="Accept">
        {m.accepted ? (
          <span>Accepted</span>
        ) : (
          <label className="check">
            <input
              type="checkbox"
              name={m.expected ? "lines" : "beyond"}
              value={m.line}
              defaultChecked={m.expected}
            />
            <span className="sr">Accept ticket {m.ticket.number}</span>
          </label>
        )}
      </td>
      <td data-label="Ticket">
        <a href={paths.ticket(m.ticket.id)}>{m.ticket.number}</a>
      </td>
      <td data-label="Job">{m.ticket.job}</td>
      <td data-label="Found by">{m.by}</td>
      <td data-label="Scale ticket">
        {m.scale_tickets_differ ? (
          <>
            Ours {m.ticket.scale_ticket_number}, <strong>the mill's {m.scale_ticket_number}</strong>
          </>
        ) : (
          (m.scale_ticket_number ?? m.ticket.scale_ticket_number ?? "—")
        )}
        {m.duplicate ? <span className="error-text small"> {m.duplicate}</span> : null}
      </td>
      <td data-label="Ours" className="num">
        {[m.ticket.scaled ?? "Not scaled", m.ticket.net].filter(Boolean).join(", ")}
      </td>
      <td data-label="The mill's" className="num">
        {[m.scaled, m.ticket.net || !m.scaled ? m.net : null].filter(Boolean).join(", ") || "—"}
        {m.refused || m.problem ? <span className="error-text small"> {m.refused ?? m.problem}</span> : null}
        {m.may_correct ? (
          <a className="small block" href={`/trip-tickets/${m.ticket.id}/correction`}>
            Correct a paid load<span className="sr">: {m.ticket.number}</span>
          </a>
        ) : null}
      </td>
      <td data-label="Difference" className="num">
        {m.accepted ? null : (
          <>
            {m.difference && m.standing !== "equal" ? `${m.difference} ` : null}
            <span className={`tag ${tone}`}>{words}</span>
          </>
        )}
      </td>
    </tr>
  );
}
