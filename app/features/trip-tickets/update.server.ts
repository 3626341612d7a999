import { z } from "zod";
import { changedTicketOutput } from "~/core/tickets/output";
import { type VisibleTicket, visibleTicket } from "~/core/tickets/ticket-row.server";
import { checkVersion, commitTicketPatch } from "~/core/tickets/write.server";
import { parseVolume } from "~/domain/measures/measures";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import type { WorkLimit } from "~/web/work-limit.server";
import {
  type ChangeBeside,
  type ChangeInput,
  type ChangePlan,
  changeInput,
  planChange,
} from "./change-plan.server";

/** A comment that comes with a change counts as one that is written by itself. */
const COMMENT_LIMIT: WorkLimit<ChangeInput> = {
  work: "comments",
  amount: ({ comment }) => (comment === undefined ? 0 : 1),
};

/**
 * Changes any of a ticket's editable fields; what is not named stays as it is, null clears. Every field is held
 * against can_edit; refused as a whole where one is not open to this company now. A status moves the ticket as
 * its life cycle allows, in the same commit. Naming a hauler on an open load is a claim, clearing the hauler of a
 * claimed one releases it. What looks odd is saved and answered as `warnings`.
 */
export const updateTicket = procedure({
  name: "updateTicket",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: changeInput,
  output: changedTicketOutput,
  run: (ctx, input) => changeTicket(ctx, input),
});

/**
 * The same for the edit pages: what looks odd is saved only once the person has pressed "Save anyway". A page sends
 * all of its fields; those that were not touched do not count as said.
 */
export const saveTicketBox = procedure({
  name: "saveTicketBox",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: changeInput.extend({ save_anyway: z.boolean().optional() }),
  async run(ctx, { save_anyway, ...input }) {
    const ticket = await visibleTicket(ctx, input.id);
    const plan = await planChange(ctx, ticket, ownChange(ticket, input));
    checkVersion(ticket, plan.version);
    if (plan.warnings.length && !save_anyway) throw invalid({ save_anyway: plan.warnings });
    return commitPlan(ctx, plan, { filled: plan.filled });
  },
});

/**
 * A hauler or a volume that a page sent back unchanged counts as not given, so that the weights can fill the volume
 * again.
 */
export function ownChange({ row }: VisibleTicket, input: ChangeInput): ChangeInput {
  const t = row.trip_ticket;
  const change = { ...input };
  if (change.hauler_company_id === t.hauler_company_id) delete change.hauler_company_id;
  const typed = change.scaled_volume;
  const same = typed !== undefined && typed !== null && parseVolume(typed) === t.scaled_volume;
  if (same && (change.scaled_wood_unit_type_id ?? t.scaled_wood_unit_type_id) === t.scaled_wood_unit_type_id)
    delete change.scaled_volume;
  return change;
}

/** As `updateTicket`, for those who change many: what is written in the same commit, and what the history says of it. */
export async function changeTicket(ctx: Ctx<CompanyActor>, input: ChangeInput, beside: ChangeBeside = {}) {
  const plan = await planChange(ctx, await visibleTicket(ctx, input.id), input, beside);
  const { id } = await commitPlan(ctx, plan);
  return plan.warnings.length ? { id, warnings: plan.warnings } : { id };
}

const commitPlan = (ctx: Ctx<CompanyActor>, plan: ChangePlan, told = {}) =>
  commitTicketPatch(ctx, plan.ticket, plan.version, plan.patch, plan.said, plan.beside, told);
