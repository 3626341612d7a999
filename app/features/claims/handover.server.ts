import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { NOTICE } from "~/core/notices/notices";
import { notify } from "~/core/notices/notify.server";
import { mailAdmins } from "~/core/outbox/admins.server";
import { hasPeople } from "~/core/settling/payer.server";
import { problemWords } from "~/domain/settling/problem-words";
import { serviceOf } from "~/domain/settling/services";
import { trimmed } from "~/domain/text/input";
import { ticketInSentence } from "~/domain/tickets/load-labels";
import { idOutput } from "~/web/output";
import { paths } from "~/web/paths";
import { procedure, type Reading } from "~/web/procedure";
import { invalid, notNow } from "~/web/refusal";
import { type ClaimRow, claimHistory, claimShown, visibleClaim } from "./claim.server";

/** Problems that the scale or the papers of the load end; the others are of the job's rates and places. */
const OF_THE_LOAD = ["no_volume", "zero_volume", "too_much"];

/** The companies that can end what a load lacks: the job's requester, who pays, and for a weight the mill and the hauler. */
async function menders(ctx: Reading, { claim, payer, ticket, job }: ClaimRow) {
  const ids = [job.requester];
  if (OF_THE_LOAD.includes(claim.problem ?? ""))
    ids.push(claim.mill_company_id ?? 0, ticket.hauler_company_id ?? 0);
  if (claim.problem === "paid_to_other") ids.push(payer.id);
  const rows = await ctx.read
    .select({ value: company.id, label: company.name })
    .from(company)
    .where(sql`${inArray(company.id, ids)} AND ${hasPeople(sql`${company.id}`)}`)
    .orderBy(company.name);
  return rows.filter(({ value }) => value !== ctx.actor.company.id);
}

const at = { trip_ticket_settlement_id: z.number().int().positive() };

/** A load that can't be paid yet, with those who can end that. */
export const getHandover = procedure({
  name: "getHandover",
  may: "settlement.read",
  input: z.strictObject(at),
  async run(ctx, input) {
    const row = await visibleClaim(ctx, input.trip_ticket_settlement_id);
    return { ...claimShown(row), menders: row.claim.problem === null ? [] : await menders(ctx, row) };
  },
});

/** Leaves what a load lacks with a company that can end it, which is told what it is and where. */
export const leaveProblem = procedure({
  name: "leaveProblem",
  may: "settlement.read",
  input: z.strictObject({
    ...at,
    company_id: z.number("Choose a company").int(),
    text: trimmed(500).optional(),
  }),
  output: idOutput,
  async run(ctx, { company_id, text, ...input }) {
    const row = await visibleClaim(ctx, input.trip_ticket_settlement_id);
    const { claim, ticket, job } = row;
    if (claim.problem === null) throw notNow("This load can now be paid.");
    const to = (await menders(ctx, row)).find(({ value }) => value === company_id);
    if (!to) throw invalid({ company_id: ["Choose a company from the list"] });
    const lacks = problemWords(claim.problem, claim.wood_unit_type_id);
    const title = `${ctx.actor.company.name} leaves ${ticketInSentence(ticket.number)} with you`;
    const message = [`${serviceOf(claim.settlement_type_id)} can't be paid: ${lacks}`, text]
      .filter(Boolean)
      .join(" ");
    const path = OF_THE_LOAD.includes(claim.problem) ? paths.ticket(ticket.id) : paths.job(job.id, "rates");
    const group = `problem:${claim.id}`;
    return ctx.commit(
      [
        ...notify(ctx, { type: NOTICE.settlement, to: { company: to.value }, title, message, path, group }),
        ...(await mailAdmins(ctx, to.value, NOTICE.settlement, {
          subject: title,
          text: message,
          path,
          topic: group,
        })),
        ...(await claimHistory(ctx, row, lacks, `Left with ${to.label}`)),
      ],
      { id: claim.id },
    );
  },
});
