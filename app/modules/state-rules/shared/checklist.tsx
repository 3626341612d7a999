import "~/styles/exchange.css";
import type { getTicketChecklist } from "./state-rules.server";

type Checklist = Awaited<ReturnType<typeof getTicketChecklist.run>>;

/** Checklist next to the print preview, never printed: the facts that the job's state requires on a load ticket. */
export function StateChecklist({ checklist: { state, rules } }: { checklist: Checklist }) {
  if (!state) return null;
  const open = rules.filter((rule) => !rule.there).length;
  const sources = [...new Set(rules.map((rule) => rule.source))];
  return (
    <aside className="screen-only checklist" aria-labelledby="state-rules">
      <details open={open > 0}>
        <summary id="state-rules">
          {state} requires {rules.length} facts:{" "}
          {open ? `${open} not on this sheet yet` : "all are on this sheet"}
        </summary>
        <ul>
          {rules.map((rule) => (
            <li key={rule.id}>
              <span aria-hidden="true">{rule.there ? "✓" : "○"}</span> {rule.label}
              <span className={rule.there ? "sr" : "soft"}>{rule.there ? ", there" : ", missing"}</span>
            </li>
          ))}
        </ul>
        <p className="soft small">{sources.join("; ")}. Not legal advice. You can print either way.</p>
      </details>
    </aside>
  );
}
