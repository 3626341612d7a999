import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, job, jobHaulRate, jobProductRate } from "#db/schema";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import type { CompanyActor } from "~/web/actor";
import { outputId as id, idOutput, outputVersion as version } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { describePayChanges } from "../data/moved.server";
import { formatPriceWithTerms } from "../rules/rates";
import { unansweredRatesCondition } from "./payer-consent.server";
import { buildDeleteRateSteps, buildInvalidateAcceptanceStep, getRateReaders } from "./rate-steps.server";
import { type ReadRates, readRatesUnchecked } from "./read.server";

type AnyRate = ReadRates["product_rates"][number] | ReadRates["haul_rates"][number];

/** Maximum number of rates on one page of requests; more appear once these are answered. */
const MAX_SHOWN = 25;

const kindOf = ({ row }: AnyRate): "product" | "haul" => ("product_type_id" in row ? "product" : "haul");
const subjectOf = (rate: AnyRate): string =>
  "product" in rate ? `${rate.type}, ${rate.product}` : `Haul to ${rate.destination}`;

/** Return the rates that the acting company is asked to pay, on jobs that aren't deleted. */
async function findRequests(ctx: Ctx<CompanyActor>) {
  const me = ctx.actor.company.id;
  const live = sql`job_id IN (SELECT id FROM job WHERE is_deleted = 0)`;
  const { product_rates, haul_rates } = await readRatesUnchecked(ctx, {
    product: sql`${unansweredRatesCondition(jobProductRate, me)} AND ${jobProductRate}.${live}`,
    haul: sql`${unansweredRatesCondition(jobHaulRate, me)} AND ${jobHaulRate}.${live}`,
  });
  return [...product_rates, ...haul_rates];
}

async function findJob(ctx: Ctx<CompanyActor>, jobId: number) {
  const [row] = await ctx.read
    .select({ job, requester: company.name })
    .from(job)
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .where(eq(job.id, jobId));
  if (!row) throw notFound();
  return row;
}

/** Describe how accepting a rate changes the pay of earlier loads; null if it changes none. */
function whatIsOwed(ctx: Ctx<CompanyActor>, { row }: AnyRate): Promise<string | null> {
  const on = { job: { id: row.job_id } };
  return "product_type_id" in row
    ? describePayChanges(ctx, on, { kind: "product", was: row, next: { ...row, consent_requested_at: null } })
    : describePayChanges(ctx, on, { kind: "haul", was: row, next: { ...row, consent_requested_at: null } });
}

export const rateRequestsOutput = z.strictObject({
  rate_requests: z.array(
    z.strictObject({
      kind: z.enum(["product", "haul"]),
      rate_id: id,
      version,
      job_id: id,
      job: z.string(),
      requester: z.string(),
      subject: z.string().describe("The work and the product or destination."),
      receiver: z.string(),
      words: z.string().describe("The price with its terms."),
      moves: z.string().nullable().describe("The change that accepting makes to earlier loads."),
    }),
  ),
  total: z.number().int(),
});

/** List the rates that other companies ask the acting company to pay, oldest first. */
export const listRateRequests = procedure({
  name: "listRateRequests",
  may: "settlement.read",
  input: z.strictObject({}),
  output: rateRequestsOutput,
  async run(ctx) {
    const rates = await findRequests(ctx);
    const rate_requests = [];
    for (const rate of rates.slice(0, MAX_SHOWN)) {
      const job = await findJob(ctx, rate.row.job_id);
      rate_requests.push({
        kind: kindOf(rate),
        rate_id: rate.id,
        version: rate.row.version,
        job_id: rate.row.job_id,
        job: job.job.name,
        requester: job.requester,
        subject: subjectOf(rate),
        receiver: rate.receiver,
        words: formatPriceWithTerms(rate.price, { ...rate.row, consent_requested_at: null }),
        moves: await whatIsOwed(ctx, rate),
      });
    }
    return { rate_requests, total: rates.length };
  },
});

/** Count the rates that the acting company is asked to pay, for the page of amounts to pay. */
export const countRateRequests = procedure({
  name: "countRateRequests",
  may: "settlement.read",
  input: z.strictObject({}),
  run: async (ctx) => (await findRequests(ctx)).length,
});

/**
 * Accept or decline to pay a rate, at the version that was read. An accepted rate pays loads from its first day on; a
 * declined rate is removed. The requester of the job is notified.
 */
export const answerRateRequest = procedure({
  name: "answerRateRequest",
  may: "settlement.update",
  input: z.strictObject({
    kind: z.enum(["product", "haul"]),
    rate_id: z.number().int(),
    version: z.number("Reload the page, then answer.").int(),
    answer: z.enum(["accept", "decline"], "Choose accept or decline."),
  }),
  output: idOutput,
  async run(ctx, { kind, rate_id, version, answer }) {
    const rate = (await findRequests(ctx)).find((r) => r.id === rate_id && kindOf(r) === kind);
    if (!rate) throw notFound("We couldn't find that request. It may have been answered or withdrawn.");
    const { row } = rate;
    requireVersion(row, version, { version: row.version });
    const job = await findJob(ctx, row.job_id);
    const table = kind === "product" ? jobProductRate : jobHaulRate;
    const isAccepted = answer === "accept";
    const subject = subjectOf(rate);
    const readers = getRateReaders({
      ...row,
      consent_requested_at: isAccepted ? null : row.consent_requested_at,
    });
    const words = formatPriceWithTerms(rate.price, { ...row, consent_requested_at: null });
    const who = ctx.actor.company.name;
    const title = `${who} ${isAccepted ? "agreed" : "declined"} to pay a rate on ${job.job.name}`;
    return ctx.commit(
      [
        ...(isAccepted
          ? [updateWithVersion(ctx, table, row, { consent_requested_at: null })]
          : buildDeleteRateSteps(ctx, table, row)),
        buildInvalidateAcceptanceStep(ctx, row.job_id, readers),
        ...buildNotificationSteps(ctx, {
          type: NOTIFICATION.settlement,
          title,
          message: `${subject}: ${words} to ${rate.receiver}.`,
          path: `/jobs/${row.job_id}/rates`,
          to: { company: job.job.request_user_company_id },
        }),
        ...(await buildHistorySteps(ctx, { uid: job.job.uid, jobId: row.job_id, ticketId: null }, [
          {
            activity: "job_updated",
            details: {
              diffs: [
                {
                  key: `${subject}: ${rate.payer} pays ${rate.receiver}`,
                  saved: rate.words,
                  updated: isAccepted ? words : null,
                  readers,
                },
              ],
            },
          },
        ])),
        ...buildRepriceJobSteps(row.job_id),
      ],
      { id: rate_id },
    );
  },
});
