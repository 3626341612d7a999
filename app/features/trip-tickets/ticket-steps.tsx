import { DialogLink } from "~/ui/dialog";
import { paths } from "~/web/paths";
import type { TicketPage } from "./detail.server";
import type { Verb } from "./lifecycle";

/** Steps that ask something first, or cannot be taken lightly, lead to their own page. */
const ASKS: readonly Verb[] = ["claim", "release", "reopening"];

/** The next step as the one primary button; the others quietly beside it. */
export function TicketSteps({ ticket, submissionId }: { ticket: TicketPage; submissionId: string }) {
  if (ticket.steps.length === 0) return null;
  return (
    <div className="row steps screen-only">
      {ticket.steps.map((step) => {
        const tone = step.primary ? "button primary big" : "button";
        const href = paths.ticketVerb(ticket.id, step.verb);
        if (step.verb === "cancellation")
          return <Cancel key={step.verb} ticket={ticket} href={href} submissionId={submissionId} />;
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

type Asked = { ticket: TicketPage; href: string; submissionId: string };

/** The same question as its page asks, in place where a script can. */
function Cancel({ ticket, href, submissionId }: Asked) {
  const words = `Cancel ticket ${ticket.number}`;
  return (
    <DialogLink
      href={href}
      title={words}
      question={<Confirm {...{ ticket, href, submissionId, words }} what={CANCELLING} />}
    >
      Cancel ticket
    </DialogLink>
  );
}

/** Deleting, asked in place where a script can, on its own page otherwise. */
export function DeleteTicket({ ticket, submissionId }: Omit<Asked, "href">) {
  const href = paths.ticketDeletion(ticket.id);
  const words = `Delete ticket ${ticket.number}`;
  return (
    <DialogLink
      href={href}
      title={words}
      question={<Confirm {...{ ticket, href, submissionId, words }} what={DELETING} />}
    >
      Delete
    </DialogLink>
  );
}

export const CANCELLING =
  "The ticket is cancelled and leaves the loads to haul. Its number stays taken. It can be made available again.";
export const DELETING =
  "It leaves every list and cannot be brought back. Its number stays taken, its history is kept, and its printed sheets say that it was withdrawn.";

function Confirm({ ticket, href, submissionId, words, what }: Asked & { words: string; what: string }) {
  return (
    <form method="post" action={href} className="stack">
      <p>{what}</p>
      <input type="hidden" name="version" value={ticket.version + 1} />
      <input type="hidden" name="submission_id" value={`${submissionId}-${href.split("/").pop()}`} />
      <button type="submit" className="button danger">
        {words}
      </button>
    </form>
  );
}
