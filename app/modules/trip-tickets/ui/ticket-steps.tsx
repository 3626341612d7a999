import { ActionForm } from "~/ui/action-form";
import { SelectField } from "~/ui/field";
import { ButtonLink, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { Verb } from "../rules/lifecycle";
import type { TripPage } from "../shared/my-trip.server";

/** Steps that need input first, or have serious consequences, link to their own page. */
const ASKS: readonly Verb[] = ["claim", "release", "reopening"];

/** The question part of a step's page, which a dialog shows over the ticket. */
const QUESTION = "#question";

/** Steps that need confirmation if the load is another driver's. */
const OTHERS: readonly Verb[] = ["pickup", "dropoff", "pause", "resume", "yard"];

export const otherDriverMessage = (driver: string) => `This is ${driver}'s load.`;

/**
 * The step just taken, with its Undo. It pushes the next step down, and a style keeps both from being pressed for two
 * seconds: a second tap on a slow connection must not become the next step.
 */
export function UndoBar({ ticket, submissionId }: { ticket: TripPage; submissionId: string }) {
  if (!ticket.undo) return null;
  const { done, at, seconds } = ticket.undo;
  return (
    <ActionForm
      action={paths.ticketUndo(ticket.id)}
      className="notice undo fresh screen-only"
      data-fade={String(seconds)}
      role="status"
      submissionId={`${submissionId}-undo`}
      version={ticket.version}
      button={null}
    >
      <span>
        <strong>{done}</strong> <Time {...at} />
      </span>
      <button type="submit" className="button">
        Undo<span className="sr">: {done}</span>
      </button>
    </ActionForm>
  );
}

/** The next step as the one primary button; the others next to it. */
export function TicketSteps({ ticket, submissionId }: { ticket: TripPage; submissionId: string }) {
  if (ticket.steps.length === 0) return null;
  const asks = ticket.others_driver ? [...ASKS, ...OTHERS] : ASKS;
  return (
    <div className={`row steps screen-only${ticket.undo ? " fresh" : ""}`}>
      {ticket.others_driver ? <p className="full">{otherDriverMessage(ticket.others_driver)}</p> : null}
      {ticket.steps.map((step) => {
        const tone = step.primary ? "button primary big" : "button";
        const href = paths.ticketVerb(ticket.id, step.verb);
        if (step.verb === "cancellation")
          return (
            <ButtonLink key={step.verb} href={href} dialog={QUESTION}>
              Cancel ticket
            </ButtonLink>
          );
        return asks.includes(step.verb) ? (
          <a key={step.verb} className={tone} href={href}>
            {step.label}
          </a>
        ) : (
          <ActionForm
            key={step.verb}
            action={href}
            className={null}
            submissionId={`${submissionId}-${step.verb}`}
            version={ticket.version}
            button={null}
          >
            {step.verb === "pickup" && ticket.landings.length > 1 ? (
              <SelectField
                field={{ id: "landing_id", name: "landing_id", errors: undefined }}
                label="From which landing"
                empty="Not set"
                options={ticket.landings}
                required={false}
              />
            ) : null}{" "}
            <button type="submit" className={tone}>
              {step.label}
            </button>
          </ActionForm>
        );
      })}
      {ticket.mill_phone ? (
        <a className="button" href={`tel:${ticket.mill_phone}`}>
          Call mill<span className="sr">: {ticket.destination.mill}</span>
        </a>
      ) : null}
    </div>
  );
}

/** Delete button, confirmed in place if scripts run, on its own page otherwise. */
export function DeleteTicket({ id }: { id: number }) {
  return (
    <ButtonLink href={paths.ticketDeletion(id)} dialog={QUESTION}>
      Delete
    </ButtonLink>
  );
}
