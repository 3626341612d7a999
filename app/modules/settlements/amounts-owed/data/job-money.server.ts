import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { amountOwed, company, tripTicket } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatDay } from "~/lib/time/time";
import { requireVisibleJob } from "~/modules/jobs/shared/authorize.server";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { getClaimStatus } from "../../rules/claim-status";
import { formatClaim } from "../../rules/claim-words";
import { getPayProblemMessage } from "../../rules/problem-words";
import { getStoredServiceName } from "../../rules/services";
import { CLAIM_TERMS } from "../../shared/claim-terms.server";
import { canSeeJobMoney } from "../../shared/job-money.server";
import {
  addMoneySums,
  createMoneySums,
  type JobMoneyFilter,
  MONEY_STATES,
  type MoneySums,
} from "../rules/money-states";
import { comparePayProblems, describePayProblem } from "../rules/needs";
import {
  buildMoneyCondition,
  jobAmountsOwedQuery,
  MONEY_STATE_CENTS,
  MONEY_STATE_CONDITIONS,
} from "./job-money-query.server";

export const MONEY_PAGE_SIZE = 25;
const c = amountOwed;

/** Return a job whose money the user may see; otherwise 404, as for a missing job. */
async function moneyJob(ctx: Ctx<CompanyActor>, id: number) {
  const job = await requireVisibleJob(ctx, id);
  if (!(await canSeeJobMoney(ctx, job))) throw notFound();
  return job;
}

const sum = (what: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${what}), 0)`;
const each = (state: (typeof MONEY_STATES)[number]) => ({
  lines: sum(MONEY_STATE_CONDITIONS[state]),
  cents: sum(sql`CASE WHEN ${MONEY_STATE_CONDITIONS[state]} THEN ${MONEY_STATE_CENTS[state]} ELSE 0 END`),
});

/** Query one row for each combination of payer, payee, service and problem on a job. */
const groupsOf = (ctx: ReadCtx, jobId: number) =>
  ctx.read
    .select({
      payer: sql<number>`payer`,
      receiver: sql<number>`receiver`,
      service: sql<number>`service`,
      problem: sql<string | null>`CASE WHEN ${MONEY_STATE_CONDITIONS.lacking} THEN problem END`,
      paid: each("paid"),
      stated: each("stated"),
      open: each("open"),
      lacking: each("lacking"),
      not_payable: each("not_payable"),
      elsewhere: each("elsewhere"),
    })
    .from(jobAmountsOwedQuery(ctx, jobId))
    .groupBy(sql`payer, receiver, service, 4`);
type Group = Awaited<ReturnType<typeof groupsOf>>[number];

/** Sum groups of amounts by a key (a company or a service), sorted by the key's name. */
function addedUp(groups: readonly Group[], key: (group: Group) => number, name: (id: number) => string) {
  const by = new Map<number, MoneySums>();
  for (const group of groups) {
    const sums = by.get(key(group)) ?? createMoneySums();
    addMoneySums(sums, group);
    by.set(key(group), sums);
  }
  return [...by]
    .map(([id, sums]) => ({ id, name: name(id), sums }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Check whether the acting company still has an open amount to pay on the job and the user may create statements. */
const payerMaySettle = (ctx: ReadCtx, groups: readonly Group[]): boolean =>
  ctx.actor.permissions.settlement.create &&
  groups.some((g) => g.payer === ctx.actor.company.id && g.open.lines > 0);

/**
 * Return a payer's heading as the reader sees it: amounts from a payer that hasn't agreed to the rates are expected,
 * not owed.
 */
const headOf = (payer: number, name: string, me: number, own: readonly Group[]) =>
  payer === me || own.some(({ receiver }) => receiver === me) ? `${name} pays` : `Expected from ${name}`;

/**
 * Return a job's paid, owed and waiting amounts by payer, payee and service. Payer, payee and requester each see only
 * their own. Each sum includes its number of lines; `listJobMoney` lists exactly those lines.
 */
export const getJobMoney = procedure({
  name: "getJobMoney",
  may: "settlement.read",
  input: z.strictObject({ job_id: z.number().int() }),
  async run(ctx, { job_id }) {
    const { job, me, standing } = await moneyJob(ctx, job_id);
    const groups = await groupsOf(ctx, job_id);
    const ids = [...new Set(groups.flatMap(({ payer, receiver }) => [payer, receiver]))];
    const named = await ctx.read
      .select({ id: company.id, name: company.name })
      .from(company)
      .where(inArray(company.id, ids));
    const nameOf = (id: number) => named.find((item) => item.id === id)?.name ?? "";
    const problems = new Map<string, number>();
    for (const { problem, lacking } of groups)
      if (problem !== null) problems.set(problem, (problems.get(problem) ?? 0) + lacking.lines);
    return {
      job: { id: job.id, name: job.name },
      may_settle: payerMaySettle(ctx, groups),
      payers: addedUp(groups, (g) => g.payer, nameOf)
        .map((payer) => {
          const own = groups.filter((g) => g.payer === payer.id);
          return {
            ...payer,
            name: headOf(payer.id, payer.name, me, own),
            by_payee: addedUp(own, (g) => g.receiver, nameOf),
            by_service: addedUp(own, (g) => g.service, getStoredServiceName),
          };
        })
        .sort((a, b) => Number(b.id === me) - Number(a.id === me)),
      problems: [...problems]
        .map(([problem, lines]) => ({ problem, lines }))
        .sort(comparePayProblems)
        .map((item) => ({
          ...item,
          title: describePayProblem(item.problem).title,
          step: standing.requester ? describePayProblem(item.problem).ofJob(job_id) : null,
        })),
    };
  },
});

const query = {
  state: z.enum(MONEY_STATES).optional(),
  payer: z.number().int().optional(),
  receiver: z.number().int().optional(),
  service: z.number().int().optional(),
};

/** List the claims behind a total of a job's money, newest first. */
export const listJobMoney = procedure({
  name: "listJobMoney",
  may: "settlement.read",
  input: z.strictObject({
    job_id: z.number().int(),
    ...query,
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  async run(ctx, { job_id, page, ...filter }) {
    const { job } = await moneyJob(ctx, job_id);
    const narrowed: JobMoneyFilter = filter;
    const claims = jobAmountsOwedQuery(ctx, job_id);
    const where = buildMoneyCondition(narrowed);
    const cents = narrowed.state ? MONEY_STATE_CENTS[narrowed.state] : sql`coalesce(due, paid + stated)`;
    const [[whole], rows] = await Promise.all([
      ctx.read
        .select({ lines: sql<number>`count(*)`, cents: sum(cents) })
        .from(claims)
        .where(where),
      readRows(
        ctx,
        sql`(SELECT id, earned_on AS day, ${cents} AS cents FROM ${claims} WHERE ${where}
        ORDER BY earned_on DESC, id DESC LIMIT ${MONEY_PAGE_SIZE} OFFSET ${page * MONEY_PAGE_SIZE})`,
      ),
    ]);
    const first = rows[0];
    return {
      job: { id: job.id, name: job.name },
      total: whole?.lines ?? 0,
      cents: whole?.cents ?? 0,
      page,
      narrowed: {
        state: narrowed.state ?? null,
        payer: narrowed.payer === undefined ? null : (first?.payer ?? null),
        receiver: narrowed.receiver === undefined ? null : (first?.receiver ?? null),
        service: narrowed.service === undefined ? null : getStoredServiceName(narrowed.service),
      },
      rows: rows.map(({ claim, terms, cents: amount, load, ...row }) => ({
        id: claim.id,
        number: load.trip_ticket_number,
        ticket_id: row.is_seen ? load.id : null,
        day: formatDay(claim.earned_on),
        service: getStoredServiceName(claim.settlement_type_id),
        payer: row.payer,
        receiver: row.receiver,
        how: hasPermission(ctx.actor.permissions, "job_rate.read")
          ? formatClaim({ ...claim, ...terms }, load)
          : null,
        cents: claim.due_cents === null && amount === 0 ? null : amount,
        words: claim.problem
          ? getPayProblemMessage(claim.problem, claim.wood_unit_type_id)
          : getClaimStatus(claim),
      })),
    };
  },
});

const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

/** Read the displayed columns of one page of claims. */
const readRows = (ctx: ReadCtx, page: ReturnType<typeof sql>) =>
  ctx.read
    .select({
      claim: c,
      terms: CLAIM_TERMS,
      cents: sql<number>`page.cents`,
      payer: payer.name,
      receiver: receiver.name,
      load: tripTicket,
      is_seen: sql<number>`${visibleTicketsQuery(ctx.actor)}`,
    })
    .from(sql`${page} page`)
    .innerJoin(c, sql`${c.id} = page.id`)
    .innerJoin(tripTicket, eq(tripTicket.id, c.trip_ticket_id))
    .innerJoin(payer, eq(payer.id, c.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, c.receiving_company_id))
    .orderBy(sql`page.day DESC, page.id DESC`);
