import { z } from "zod";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import type { WorkLimit } from "~/web/usage-limit.server";
import { pickChangedFields } from "../edit/rules/changed-fields";
import { requireLikelyMeasures } from "../life-cycle/data/unlikely.server";
import { changedTicketOutput } from "../rules/ticket-output";
import {
  type ChangeInput,
  type ChangePlan,
  type ExtraChange,
  planTicketChange,
  ticketChangeInput,
} from "./change-plan.server";
import { requireVisibleTicket } from "./ticket-row.server";
import { commitTicketPatch, requireTicketVersion } from "./write.server";

/** A change, and whether its warnings were confirmed. */
const confirmedInput = ticketChangeInput.extend({ save_anyway: z.boolean().optional() });

/** A comment sent with a change counts toward the limit like a separate comment. */
const COMMENT_LIMIT: WorkLimit<ChangeInput> = {
  work: "comments",
  amount: ({ comment }) => (comment === undefined ? 0 : 1),
};

/**
 * Change any of a ticket's editable fields; omitted fields stay, null clears a field. Every field is checked against
 * `can_edit`, and one field that the company can't edit now refuses the whole request. A status is changed as the life
 * cycle allows, in the same commit. Naming a hauler on an open load claims the load; clearing the hauler of a claimed
 * load releases it. Unusual values are saved and returned as `warnings`. A time in the future or before the job
 * started, or a measurement too large for one truck, is refused with an error at `save_anyway` until the request
 * contains `save_anyway`.
 */
export const updateTicket = procedure({
  name: "updateTicket",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: confirmedInput,
  output: changedTicketOutput,
  async run(ctx, { save_anyway, ...input }) {
    const plan = await planTicketChange(ctx, await requireVisibleTicket(ctx, input.id), input);
    if (plan.questions.length && !save_anyway) throw invalid({ save_anyway: plan.questions });
    return commitChecked(ctx, plan);
  },
});

/**
 * Change a ticket from an edit page: unusual values are saved only after the user has clicked "Save anyway". A page
 * sends all of its fields; unchanged fields are ignored.
 */
export const saveTicketBox = procedure({
  name: "saveTicketBox",
  limit: COMMENT_LIMIT,
  may: "trip_ticket.update",
  input: confirmedInput,
  async run(ctx, { save_anyway, ...input }) {
    const ticket = await requireVisibleTicket(ctx, input.id);
    const plan = await planTicketChange(ctx, ticket, pickChangedFields(ticket.row, input));
    requireTicketVersion(ticket, plan.version);
    if (plan.warnings.length && !save_anyway) throw invalid({ save_anyway: plan.warnings });
    return commitPlan(ctx, plan, { filled: plan.filled });
  },
});

/**
 * Change a ticket like `updateTicket`, for callers that change many tickets. `beside`: further writes for its commit,
 * and a text for its history entry. `isConfirmed`: the user confirmed the warnings.
 */
export async function changeTicket(
  ctx: Ctx<CompanyActor>,
  input: ChangeInput,
  beside: ExtraChange = {},
  isConfirmed = true,
) {
  const plan = await planTicketChange(ctx, await requireVisibleTicket(ctx, input.id), input, beside);
  if (!isConfirmed) requireLikelyMeasures(plan.questions);
  return commitChecked(ctx, plan);
}

async function commitChecked(ctx: Ctx<CompanyActor>, plan: ChangePlan) {
  const { id } = await commitPlan(ctx, plan);
  return plan.warnings.length ? { id, warnings: plan.warnings } : { id };
}

const commitPlan = (ctx: Ctx<CompanyActor>, plan: ChangePlan, details = {}) =>
  commitTicketPatch(ctx, plan.ticket, plan.version, plan.patch, plan.said, plan.beside, details);
