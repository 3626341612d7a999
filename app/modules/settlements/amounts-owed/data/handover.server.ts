import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { buildAdminMailSteps } from "~/lib/mail/admins.server";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { formatTicketInSentence } from "~/modules/trip-tickets/rules/load-labels";
import { idOutput } from "~/web/output";
import { paths } from "~/web/paths";
import { procedure, type ReadCtx } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { getPayProblemMessage } from "../../rules/problem-words";
import { getStoredServiceName } from "../../rules/services";
import { hasMembersCondition } from "../../shared/payer.server";
import {
  buildAmountOwedHistorySteps,
  type ClaimRow,
  requireVisibleAmountOwed,
  toAmountOwedPageData,
} from "./claim.server";

/** Problems resolved by the load's weight or papers; all other problems concern the job's rates and locations. */
const OF_THE_LOAD = ["no_volume", "zero_volume", "too_much"];

/**
 * List the companies that can resolve a load's problem: always the job's requester; the payer if another payee was
 * already paid; the mill and the hauler if the weight is missing.
 */
async function menders(ctx: ReadCtx, { claim, payer, ticket, job }: ClaimRow) {
  const ids = [job.requester];
  if (OF_THE_LOAD.includes(claim.problem ?? ""))
    ids.push(claim.mill_company_id ?? 0, ticket.hauler_company_id ?? 0);
  if (claim.problem === "paid_to_other") ids.push(payer.id);
  const rows = await ctx.read
    .select({ value: company.id, label: company.name })
    .from(company)
    .where(sql`${inArray(company.id, ids)} AND ${hasMembersCondition(sql`${company.id}`)}`)
    .orderBy(company.name);
  return rows.filter(({ value }) => value !== ctx.actor.company.id);
}

const target = { trip_ticket_settlement_id: z.number().int().positive() };

/** Return a load that can't be paid yet, with the companies that can resolve its problem. */
export const getHandover = procedure({
  name: "getHandover",
  may: "settlement.read",
  input: z.strictObject(target),
  async run(ctx, input) {
    const row = await requireVisibleAmountOwed(ctx, input.trip_ticket_settlement_id);
    return {
      ...toAmountOwedPageData(row),
      menders: row.claim.problem === null ? [] : await menders(ctx, row),
    };
  },
});

/** Hand over a load's problem to a company that can resolve it; that company is notified of the problem and its load. */
export const handOverProblem = procedure({
  name: "handOverProblem",
  may: "settlement.read",
  input: z.strictObject({
    ...target,
    company_id: z.number("Choose a company").int(),
    text: createTrimmedTextSchema(500).optional(),
  }),
  output: idOutput,
  async run(ctx, { company_id, text, ...input }) {
    const row = await requireVisibleAmountOwed(ctx, input.trip_ticket_settlement_id);
    const { claim, ticket, job } = row;
    if (claim.problem === null) throw unprocessable("This load can now be paid.");
    const to = (await menders(ctx, row)).find(({ value }) => value === company_id);
    if (!to) throw invalid({ company_id: ["Choose a company from the list"] });
    const lacks = getPayProblemMessage(claim.problem, claim.wood_unit_type_id);
    const title = `${ctx.actor.company.name} leaves ${formatTicketInSentence(ticket.number)} with you`;
    const message = [`${getStoredServiceName(claim.settlement_type_id)} can't be paid: ${lacks}`, text]
      .filter(Boolean)
      .join(" ");
    const path = OF_THE_LOAD.includes(claim.problem) ? paths.ticket(ticket.id) : paths.job(job.id, "rates");
    const group = `problem:${claim.id}`;
    return ctx.commit(
      [
        ...buildNotificationSteps(ctx, {
          type: NOTIFICATION.settlement,
          to: { company: to.value },
          title,
          message,
          path,
          group,
        }),
        ...(await buildAdminMailSteps(ctx, to.value, NOTIFICATION.settlement, {
          subject: title,
          text: message,
          path,
          topic: group,
        })),
        ...(await buildAmountOwedHistorySteps(ctx, row, lacks, `Left with ${to.label}`)),
      ],
      { id: claim.id },
    );
  },
});
