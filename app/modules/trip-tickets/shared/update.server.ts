import { z } from "zod";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import type { WorkLimit } from "~/web/usage-limit.server";
import { pickChangedFields } from "../edit/rules/changed-fields";
import { requireLikely } from "../life-cycle/data/unlikely.server";
import { changedTicketOutput } from "../rules/ticket-output";
import {
  type ChangeInput,
  type ChangePlan,
  changeInput,
  type ExtraChange,
  planChange,
} from "./change-plan.server";
import { requireVisibleTicket } from "./ticket-row.server";
import { commitTicketPatch, requireTicketVersion } from "./write.server";

/** A change, and whether its warnings were confirmed. */
const confirmedInput = changeInput.extend({ save_anyway: z.boolean().optional() });

/** A comment that comes with a change counts like a separate one. */
const COMMENT_LIMIT: WorkLimit<ChangeInput> = {
  work: "comments",
  amount: ({ comment }) => (comment === undefined ? 0 : 1),
};

/**
 * Change any of a ticket's editable fields; omitted ones stay as they are, null clears. Every field is checked against
 * can_edit; the whole request is refused if one is not editable by this company now. A status moves the ticket as its
 * life cycle allows, in the same commit. Naming a hauler on an open load is a claim, clearing the hauler of a claimed
 * one releases it. Unusual values are saved and returned as `warnings`; a time in the future or before the job started,
 * and a measure too large for one truck, are refused as `save_anyway` until sent with `save_anyway`.
 */
export const updateTicket = procedure({
  name: "updateTicket",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: confirmedInput,
  output: changedTicketOutput,
  async run(ctx, { save_anyway, ...input }) {
    const plan = await planChange(ctx, await requireVisibleTicket(ctx, input.id), input);
    if (plan.questions.length && !save_anyway) throw invalid({ save_anyway: plan.questions });
    return commitChecked(ctx, plan);
  },
});

/**
 * Same for the edit pages: unusual values are saved only once the user has pressed "Save anyway". A page sends all of
 * its fields; unchanged ones are ignored.
 */
export const saveTicketBox = procedure({
  name: "saveTicketBox",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: confirmedInput,
  async run(ctx, { save_anyway, ...input }) {
    const ticket = await requireVisibleTicket(ctx, input.id);
    const plan = await planChange(ctx, ticket, pickChangedFields(ticket.row, input));
    requireTicketVersion(ticket, plan.version);
    if (plan.warnings.length && !save_anyway) throw invalid({ save_anyway: plan.warnings });
    return commitPlan(ctx, plan, { filled: plan.filled });
  },
});

/**
 * Same as `updateTicket`, for callers that change many: with what to write in the same commit, and its history entry.
 * `isConfirmed`: the user confirmed the warnings.
 */
export async function changeTicket(
  ctx: Ctx<CompanyActor>,
  input: ChangeInput,
  beside: ExtraChange = {},
  isConfirmed = true,
) {
  const plan = await planChange(ctx, await requireVisibleTicket(ctx, input.id), input, beside);
  if (!isConfirmed) requireLikely(plan.questions);
  return commitChecked(ctx, plan);
}

async function commitChecked(ctx: Ctx<CompanyActor>, plan: ChangePlan) {
  const { id } = await commitPlan(ctx, plan);
  return plan.warnings.length ? { id, warnings: plan.warnings } : { id };
}

const commitPlan = (ctx: Ctx<CompanyActor>, plan: ChangePlan, details = {}) =>
  commitTicketPatch(ctx, plan.ticket, plan.version, plan.patch, plan.said, plan.beside, details);
