import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { tripTicketSettlement } from "#db/schema";
import { NOTICE } from "~/core/notices/notices";
import { notify } from "~/core/notices/notify.server";
import { EDIT_BOXES, type EditField } from "~/core/tickets/edit-boxes";
import { canEdit, LOCKED_WHEN_PAID } from "~/core/tickets/permissions";
import { type VisibleTicket, visibleTicket } from "~/core/tickets/ticket-row.server";
import { checkVersion, commitTicketPatch, saidOf } from "~/core/tickets/write.server";
import { diffsOf } from "~/domain/history/history";
import { trimmed } from "~/domain/text/input";
import { ticketLabel } from "~/domain/tickets/load-labels";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid, notNow } from "~/web/refusal";
import { changeInput, planChange } from "./change-plan.server";
import { changedFields } from "./changed-fields";
import { editFields, editHead } from "./edit-page.server";

/** What of a paid load can be corrected: how it was measured, and when it was brought. */
const FIELDS: readonly EditField[] = EDIT_BOXES.details.fields.filter(
  ({ guard }) => LOCKED_WHEN_PAID.has(guard) || guard === "scale_ticket_number",
);

/** The company that requested the job, or manages its land. */
const isOffice = ({ roles }: VisibleTicket): boolean => roles.has("creator") || roles.has("land_manager");

/** A paid load as its job's office may correct it: what payment has locked is open to it here, and to no other. */
async function correctable(ctx: Ctx<CompanyActor>, id: number): Promise<VisibleTicket> {
  const ticket = await visibleTicket(ctx, id);
  const { trip_ticket, comment, photo, certification } = ctx.actor.permissions;
  if (!isOffice(ticket) || !trip_ticket.update)
    throw forbidden("Only the office of the job can correct a paid load.");
  if (!ticket.row.settlement_paid) throw notNow("This load isn't paid. Edit it as usual.");
  const can_edit = canEdit({
    roles: new Set([...ticket.roles].filter((role) => role === "creator" || role === "land_manager")),
    status: ticket.row.trip_ticket.trip_ticket_status_id,
    settlementPaid: false,
    flags: { trip_ticket, comment, photo, certification },
  });
  return { ...ticket, can_edit };
}

/** Whether the person may correct this load: its page links to it. */
export const mayCorrect = ({ actor }: Pick<Ctx<CompanyActor>, "actor">, ticket: VisibleTicket): boolean =>
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
      ...(await editHead(ctx, ticket)),
      title: "Correct a paid load",
      // What the office may not say of an unpaid load either isn't offered: sent back, it would refuse the whole form.
      fields: await editFields(
        ctx,
        ticket,
        FIELDS.filter(({ guard }) => ticket.can_edit[guard]),
      ),
    };
  },
});

/** Word to all companies that this load is stated to, but the one that corrects it. */
async function tellPayees(ctx: Ctx<CompanyActor>, { row }: VisibleTicket, reason: string): Promise<Step[]> {
  const c = tripTicketSettlement;
  const stated = await ctx.read
    .selectDistinct({ company: c.receiving_company_id })
    .from(c)
    .where(and(eq(c.trip_ticket_id, row.trip_ticket.id), sql`${c.posted_lines} > 0`));
  return stated
    .filter(({ company }) => company !== ctx.actor.company.id)
    .flatMap(({ company }) =>
      notify(ctx, {
        type: NOTICE.settlement,
        to: { company },
        title: `${ticketLabel(row.trip_ticket.trip_ticket_number)} was corrected after it was paid`,
        message: `${reason} The difference goes on the next statement.`,
        path: "/settlements/to-receive",
        group: `correction:${row.trip_ticket.id}`,
      }),
    );
}

/** What the form of a correction sends. */
const correction = changeInput.pick({
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
 * Corrects how a paid load was measured: the office of its job alone, with a reason that its history keeps and its payees
 * are told. What was paid stays; the difference is open, and comes with the next statement.
 */
export const correctPaidLoad = procedure({
  name: "correctPaidLoad",
  may: "settlement.update",
  input: correction.extend({
    save_anyway: z.boolean().optional(),
    reason: trimmed(500, undefined, "Say why.").min(1, "Say why."),
  }),
  async run(ctx, { save_anyway, reason, ...input }) {
    const ticket = await correctable(ctx, input.id);
    const plan = await planChange(ctx, ticket, changedFields(ticket.row, input), {
      content: `Correction of a paid load: ${reason}`,
    });
    checkVersion(ticket, plan.version);
    if (plan.warnings.length && !save_anyway) throw invalid({ save_anyway: plan.warnings });
    if (diffsOf(saidOf(ticket.row), plan.said).length === 0) throw notNow("Nothing is changed.");
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
