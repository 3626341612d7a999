import { paths } from "~/web/paths";
import type { TicketPage } from "./detail.server";
import type { Verb } from "./lifecycle";

/** Steps that ask something first, or cannot be taken lightly, lead to their own page. */
const ASKS: readonly Verb[] = ["claim", "cancellation", "release", "reopening"];

/** The next step as the one primary button; the others quietly beside it. */
export function TicketSteps({ ticket, submissionId }: { ticket: TicketPage; submissionId: string }) {
  if (ticket.steps.length === 0) return null;
  return (
    <div className="row steps screen-only">
      {ticket.steps.map((step) => {
        const tone = step.primary ? "button primary big" : "button";
        const href = paths.ticketVerb(ticket.id, step.verb);
        return ASKS.includes(step.verb) ? (
          <a key={step.verb} className={tone} href={href}>
            {step.label}
          </a>
        ) : (
          <form key={step.verb} method="post" action={href}>
            <input type="hidden" name="version" value={ticket.version + 1} />
            <input type="hidden" name="submission_id" value={`${submissionId}-${step.verb}`} />
            <button type="submit" className={tone}>
              {step.label}
            </button>
          </form>
        );
      })}
    </div>
  );
}
