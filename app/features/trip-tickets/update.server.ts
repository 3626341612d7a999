import { z } from "zod";
import { changedTicketOutput } from "~/core/tickets/output";
import { visibleTicket } from "~/core/tickets/ticket-row.server";
import { checkVersion, commitTicketPatch } from "~/core/tickets/write.server";
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
import { changedFields } from "./changed-fields";
import { refuseUnlikely } from "./unlikely.server";

/** A change, and whether what is asked about it was confirmed. */
const confirmedInput = changeInput.extend({ save_anyway: z.boolean().optional() });

/** A comment that comes with a change counts as one that is written by itself. */
const COMMENT_LIMIT: WorkLimit<ChangeInput> = {
  work: "comments",
  amount: ({ comment }) => (comment === undefined ? 0 : 1),
};

/**
 * Changes any of a ticket's editable fields; what is not named stays as it is, null clears. Every field is held
 * against can_edit; refused as a whole where one is not open to this company now. A status moves the ticket as
 * its life cycle allows, in the same commit. Naming a hauler on an open load is a claim, clearing the hauler of a
 * claimed one releases it. What looks odd is saved and answered as `warnings`; a time in the future or before the job
 * started, and a measure that one truck doesn't carry, are refused as `save_anyway` until it is sent with `save_anyway`.
 */
export const updateTicket = procedure({
  name: "updateTicket",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: confirmedInput,
  output: changedTicketOutput,
  async run(ctx, { save_anyway, ...input }) {
    const plan = await planChange(ctx, await visibleTicket(ctx, input.id), input);
    if (plan.questions.length && !save_anyway) throw invalid({ save_anyway: plan.questions });
    return commitChecked(ctx, plan);
  },
});

/**
 * The same for the edit pages: what looks odd is saved only once the person has pressed "Save anyway". A page sends
 * all of its fields; those that were not touched do not count as said.
 */
export const saveTicketBox = procedure({
  name: "saveTicketBox",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: confirmedInput,
  async run(ctx, { save_anyway, ...input }) {
    const ticket = await visibleTicket(ctx, input.id);
    const plan = await planChange(ctx, ticket, changedFields(ticket.row, input));
    checkVersion(ticket, plan.version);
    if (plan.warnings.length && !save_anyway) throw invalid({ save_anyway: plan.warnings });
    return commitPlan(ctx, plan, { filled: plan.filled });
  },
});

/**
 * As `updateTicket`, for those who change many: what is written in the same commit, and what the history says of it.
 * `isConfirmed`: somebody said that what is asked about is right.
 */
export async function changeTicket(
  ctx: Ctx<CompanyActor>,
  input: ChangeInput,
  beside: ChangeBeside = {},
  isConfirmed = true,
) {
  const plan = await planChange(ctx, await visibleTicket(ctx, input.id), input, beside);
  if (!isConfirmed) refuseUnlikely(plan.questions);
  return commitChecked(ctx, plan);
}

async function commitChecked(ctx: Ctx<CompanyActor>, plan: ChangePlan) {
  const { id } = await commitPlan(ctx, plan);
  return plan.warnings.length ? { id, warnings: plan.warnings } : { id };
}

const commitPlan = (ctx: Ctx<CompanyActor>, plan: ChangePlan, told = {}) =>
  commitTicketPatch(ctx, plan.ticket, plan.version, plan.patch, plan.said, plan.beside, told);
