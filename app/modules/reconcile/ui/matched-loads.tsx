import "~/styles/exchange.css";
import { formatCount } from "~/lib/text/text";
import { paths } from "~/web/paths";
import type { getStatement } from "../data/statement-page.server";

type Matched = Awaited<ReturnType<typeof getStatement.run>>["matched"][number];

/** Label and color of each kind of difference. */
const STANDINGS: Record<Matched["standing"], { words: string; tone: string }> = {
  equal: { words: "Same", tone: "" },
  new: { words: "Not scaled yet", tone: "" },
  within: { words: "Within tolerance", tone: "amber" },
  beyond: { words: "Ask the mill", tone: "red" },
  "other unit": { words: "Other unit", tone: "red" },
};

/** Groups of a statement's loads; loads that need attention come first. */
const GROUPS = {
  ask: { label: "Ask the mill", hint: "Beyond your tolerance, in another unit, or twice. Not selected." },
  within: { label: "Within tolerance", hint: "Within what you allow two scales to differ. Selected." },
  same: { label: "Same, or not scaled yet", hint: "Selected." },
  accepted: { label: "Accepted", hint: "" },
} as const;
type Group = keyof typeof GROUPS;
const ORDER = ["ask", "within", "same", "accepted"] as const satisfies readonly Group[];

/** Return a load's group. A load that isn't selected by default goes in the "ask" group, whatever the reason. */
export function getMatchGroup(m: Pick<Matched, "accepted" | "expected" | "standing">): Group {
  if (m.accepted) return "accepted";
  if (!m.expected) return "ask";
  return m.standing === "within" ? "within" : "same";
}

/**
 * Table of matched loads by group, one row per load. Our values stand in one column and the mill's in another, weights
 * below volumes.
 */
export function MatchedLoads({ matched, may }: { matched: readonly Matched[]; may: boolean }) {
  const priced = matched.some((m) => m.price);
  return (
    <div className="tablewrap statement">
      <table className="cards">
        <caption className="sr">
          {matched.every((m) => m.accepted) ? "Accepted loads" : "Loads on both sides"}
        </caption>
        <thead>
          <tr>
            {may ? <th scope="col">{matched.every((m) => m.accepted) ? "Take back" : "Accept"}</th> : null}
            <th scope="col">Ticket</th>
            <th scope="col">Scale ticket</th>
            <th scope="col">Product</th>
            <th scope="col" className="num">
              Ours
            </th>
            <th scope="col" className="num">
              The mill's
            </th>
            <th scope="col" className="num">
              Difference
            </th>
            {priced ? (
              <th scope="col" className="num">
                Mill's price
              </th>
            ) : null}
          </tr>
        </thead>
        {ORDER.map((group) => {
          const loads = matched.filter((m) => getMatchGroup(m) === group);
          if (loads.length === 0) return null;
          return (
            <tbody key={group} className={`group ${group}`}>
              <tr className="group-head">
                <th colSpan={7 + (may ? 1 : 0) + (priced ? 1 : 0)} scope="rowgroup">
                  {GROUPS[group].label}: {formatCount(loads.length, "load")}{" "}
                  <span className="soft small">{GROUPS[group].hint}</span>
                </th>
              </tr>
              {loads.map((m) => (
                <MatchedRow key={m.line} m={m} may={may} priced={priced} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

/**
 * Row of a load with our and the mill's values. A line not selected by default is submitted under a separate field
 * name, so that it can't be accepted by accident.
 */
function MatchedRow({ m, may, priced }: { m: Matched; may: boolean; priced: boolean }) {
  const { words, tone } = STANDINGS[m.standing];
  return (
    <tr>
      {may ? (
        <td data-label={m.accepted ? "Take back" : "Accept"}>
          <Tick m={m} />
        </td>
      ) : null}
      <td data-label="Ticket">
        <a href={paths.ticket(m.ticket.id)}>{m.ticket.number}</a>{" "}
        <span className="soft small below">{m.ticket.job}</span>
      </td>
      <td data-label="Scale ticket">
        {m.scale_tickets_differ ? (
          <>
            Ours {m.ticket.scale_ticket_number}, <strong>the mill's {m.scale_ticket_number}</strong>
          </>
        ) : (
          (m.scale_ticket_number ?? m.ticket.scale_ticket_number ?? "—")
        )}{" "}
        {m.by === "date, truck and net" ? <span className="soft small below">Found by {m.by}</span> : null}{" "}
        {m.duplicate ? <span className="error-text small below">{m.duplicate}</span> : null}
      </td>
      <td data-label="Product">
        {m.ticket.product} {m.product ? <span className="soft small below">Mill: {m.product}</span> : null}
      </td>
      <td data-label="Ours" className="num">
        <Measures
          volume={m.ticket.scaled ?? "Not scaled"}
          net={m.ticket.net}
          deduction={m.ticket.deduction}
        />
      </td>
      <td data-label="The mill's" className="num">
        <Measures volume={m.scaled ?? "—"} net={m.net} deduction={m.deduction} />{" "}
        {m.refused || m.problem ? (
          <span className="error-text small below">{m.refused ?? m.problem}</span>
        ) : null}{" "}
        {m.may_correct ? (
          <a className="small below" href={`/trip-tickets/${m.ticket.id}/correction`}>
            Correct a paid load<span className="sr">: {m.ticket.number}</span>
          </a>
        ) : null}
      </td>
      <td data-label="Difference" className="num">
        {m.accepted ? null : (
          <>
            <Measures volume={m.volume_difference ?? "—"} net={m.net_difference} deduction={null} />{" "}
            <span className={`tag ${tone}`}>{words}</span>
          </>
        )}
      </td>
      {priced ? (
        <td data-label="Mill's price" className="num">
          {m.price ?? "—"}
        </td>
      ) : null}
    </tr>
  );
}

/** Volume, with the net weight and its deduction on separate lines. */
function Measures({
  volume,
  net,
  deduction,
}: {
  volume: string;
  net: string | null;
  deduction: string | null;
}) {
  return (
    <>
      {volume} {net ? <span className="below">{net}</span> : null}{" "}
      {deduction ? <span className="soft small below">less {deduction}</span> : null}
    </>
  );
}

function Tick({ m }: { m: Matched }) {
  if (!m.accepted && !m.acceptable) return <span className="soft small">Other unit only</span>;
  return (
    <label className="check">
      <input
        type="checkbox"
        name={m.accepted || m.expected ? "lines" : "beyond"}
        value={m.line}
        defaultChecked={!m.accepted && m.expected}
      />
      <span className="sr">
        {m.accepted ? "Take back" : "Accept"} ticket {m.ticket.number}
      </span>
    </label>
  );
}
