import { ActionForm } from "~/ui/action-form";
import { SelectField } from "~/ui/field";
import { ButtonLink, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { LifecycleVerb } from "../rules/lifecycle";
import type { TripPage } from "../shared/my-trip.server";

/** Actions that need input first, or have serious consequences, and therefore link to their own page. */
const ASKS: readonly LifecycleVerb[] = ["claim", "release", "reopening"];

/** Selector of the question on an action's page, which a dialog shows over the ticket. */
const QUESTION = "#question";

/** Actions that need confirmation if the load is another driver's. */
const OTHERS: readonly LifecycleVerb[] = ["pickup", "dropoff", "pause", "resume", "yard"];

export const getOtherDriverMessage = (driver: string) => `This is ${driver}'s load.`;

/**
 * Bar with the action just done and its Undo button. It pushes the next action's button down, and a style disables both
 * buttons for two seconds: a second tap on a slow connection must not trigger the next action.
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

/** Buttons for the ticket's possible actions: the next one as the single primary button, the others next to it. */
export function TicketActionButtons({ ticket, submissionId }: { ticket: TripPage; submissionId: string }) {
  if (ticket.steps.length === 0) return null;
  const asks = ticket.others_driver ? [...ASKS, ...OTHERS] : ASKS;
  return (
    <div className={`row steps screen-only${ticket.undo ? " fresh" : ""}`}>
      {ticket.others_driver ? <p className="full">{getOtherDriverMessage(ticket.others_driver)}</p> : null}
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

/** Delete button: asks for confirmation in a dialog if scripts run, otherwise on a separate page. */
export function DeleteTicketButton({ id }: { id: number }) {
  return (
    <ButtonLink href={paths.ticketDeletion(id)} dialog={QUESTION}>
      Delete
    </ButtonLink>
  );
}
