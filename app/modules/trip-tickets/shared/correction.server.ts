import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { amountOwed } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { computeDiffs } from "~/modules/history/rules/history";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid, unprocessable } from "~/web/refusal";
import { readEditFields, readEditHeader } from "../edit/data/edit-page.server";
import { pickChangedFields } from "../edit/rules/changed-fields";
import { EDIT_SECTIONS, type EditField } from "../rules/edit-boxes";
import { formatTicketLabel } from "../rules/load-labels";
import { getEditableFields, LOCKED_WHEN_PAID } from "../rules/permissions";
import { planTicketChange, ticketChangeInput } from "./change-plan.server";
import { requireVisibleTicket, type VisibleTicket } from "./ticket-row.server";
import { commitTicketPatch, getHistoryValues, requireTicketVersion } from "./write.server";

/** Fields of a paid load that can be corrected: its measures, its times and its scale ticket number. */
const FIELDS: readonly EditField[] = EDIT_SECTIONS.details.fields.filter(
  ({ guard }) => LOCKED_WHEN_PAID.has(guard) || guard === "scale_ticket_number",
);

/** Check whether the acting company is the company that requested the job, or the one that manages the job's land. */
const isOffice = ({ roles }: VisibleTicket): boolean => roles.has("creator") || roles.has("land_manager");

/**
 * Return a paid load that its job's office may correct: fields locked by payment are editable here, and only for the
 * office.
 */
async function correctable(ctx: Ctx<CompanyActor>, id: number): Promise<VisibleTicket> {
  const ticket = await requireVisibleTicket(ctx, id);
  const { trip_ticket, comment, photo, certification } = ctx.actor.permissions;
  if (!isOffice(ticket) || !trip_ticket.update)
    throw forbidden("Only the office of the job can correct a paid load.");
  if (!ticket.row.settlement_paid) throw unprocessable("This load isn't paid. Edit it as usual.");
  const can_edit = getEditableFields({
    roles: new Set([...ticket.roles].filter((role) => role === "creator" || role === "land_manager")),
    status: ticket.row.trip_ticket.trip_ticket_status_id,
    settlementPaid: false,
    flags: { trip_ticket, comment, photo, certification },
  });
  return { ...ticket, can_edit };
}

/** Check whether the user may correct this paid load; the load's page then links to the correction form. */
export const canCorrectPaidLoad = (
  { actor }: Pick<Ctx<CompanyActor>, "actor">,
  ticket: VisibleTicket,
): boolean =>
  Boolean(ticket.row.settlement_paid) &&
  actor.permissions.settlement.update &&
  actor.permissions.trip_ticket.update &&
  isOffice(ticket);

/** The form that corrects a paid load. */
export const getCorrection = procedure({
  name: "getCorrection",
  may: "settlement.update",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await correctable(ctx, id);
    return {
      ...(await readEditHeader(ctx, ticket)),
      title: "Correct a paid load",
      // Omit fields that the office can't edit even on an unpaid load, because sending such a field would have the
      // whole form refused.
      fields: await readEditFields(
        ctx,
        ticket,
        FIELDS.filter(({ guard }) => ticket.can_edit[guard]),
      ),
    };
  },
});

/** Notify all companies that have this load on a statement, except the one that corrects it. */
async function tellPayees(ctx: Ctx<CompanyActor>, { row }: VisibleTicket, reason: string): Promise<Step[]> {
  const c = amountOwed;
  const stated = await ctx.read
    .selectDistinct({ company: c.receiving_company_id })
    .from(c)
    .where(and(eq(c.trip_ticket_id, row.trip_ticket.id), sql`${c.posted_lines} > 0`));
  return stated
    .filter(({ company }) => company !== ctx.actor.company.id)
    .flatMap(({ company }) =>
      buildNotificationSteps(ctx, {
        type: NOTIFICATION.settlement,
        to: { company },
        title: `${formatTicketLabel(row.trip_ticket.trip_ticket_number)} was corrected after it was paid`,
        message: `${reason} The difference goes on the next statement.`,
        path: "/settlements/to-receive",
        group: `correction:${row.trip_ticket.id}`,
      }),
    );
}

/** Input of the correction form. */
const correction = ticketChangeInput.pick({
  id: true,
  version: true,
  picked_up_at: true,
  dropped_off_at: true,
  scale_ticket_number: true,
  gross_pounds: true,
  tare_pounds: true,
  deduction_pounds: true,
  deduction_class: true,
  scaled_volume: true,
  scaled_wood_unit_type_id: true,
  log_rule: true,
  scaled_at: true,
  received_at: true,
  scaler_user_id: true,
  receiver_user_id: true,
});

/**
 * Correct the measures of a paid load. Only the job's office may do so, with a reason that is saved in the history and
 * sent to the payees. The payment stays; the difference is open and goes on the next statement.
 */
export const correctPaidLoad = procedure({
  name: "correctPaidLoad",
  may: "settlement.update",
  input: correction.extend({
    save_anyway: z.boolean().optional(),
    reason: createTrimmedTextSchema(500, undefined, "Say why.").min(1, "Say why."),
  }),
  async run(ctx, { save_anyway, reason, ...input }) {
    const ticket = await correctable(ctx, input.id);
    const plan = await planTicketChange(ctx, ticket, pickChangedFields(ticket.row, input), {
      content: `Correction of a paid load: ${reason}`,
    });
    requireTicketVersion(ticket, plan.version);
    if (plan.warnings.length && !save_anyway) throw invalid({ save_anyway: plan.warnings });
    if (computeDiffs(getHistoryValues(ticket.row), plan.said).length === 0)
      throw unprocessable("Nothing is changed.");
    const steps = [...(plan.beside.steps ?? []), ...(await tellPayees(ctx, ticket, reason))];
    return commitTicketPatch(
      ctx,
      ticket,
      plan.version,
      plan.patch,
      plan.said,
      { ...plan.beside, steps },
      { filled: plan.filled },
    );
  },
});
