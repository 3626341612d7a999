import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { company, tripTicket, tripTicketSettlement } from "#db/schema";
import { visibleJob } from "~/core/jobs/standing.server";
import { CLAIM_TERMS } from "~/core/settling/claim-terms.server";
import { seesJobMoney } from "~/core/settling/job-money.server";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { may } from "~/domain/access/crew-permissions";
import { claimStatus } from "~/domain/settling/claim-status";
import { claimWords } from "~/domain/settling/claim-words";
import { problemWords } from "~/domain/settling/problem-words";
import { serviceOf } from "~/domain/settling/services";
import { formatDay } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type Reading } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { CENTS_OF, IN_STATE, jobClaims, moneyWhere } from "./job-money-query.server";
import { addMoney, MONEY_STATES, type MoneyAsked, type MoneySums, noMoney } from "./money-states";
import { inOrder, needOf } from "./needs";

export const MONEY_PAGE_SIZE = 25;
const c = tripTicketSettlement;

/** A job whose money the person sees; else 404, as for one that isn't there. */
async function moneyJob(ctx: Ctx<CompanyActor>, id: number) {
  const found = await visibleJob(ctx, id);
  if (!(await seesJobMoney(ctx, found))) throw missing();
  return found;
}

const sum = (what: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${what}), 0)`;
const each = (state: (typeof MONEY_STATES)[number]) => ({
  lines: sum(IN_STATE[state]),
  cents: sum(sql`CASE WHEN ${IN_STATE[state]} THEN ${CENTS_OF[state]} ELSE 0 END`),
});

/** One row for each payer, payee, service and problem of a job. */
const groupsOf = (ctx: Reading, jobId: number) =>
  ctx.read
    .select({
      payer: sql<number>`payer`,
      receiver: sql<number>`receiver`,
      service: sql<number>`service`,
      problem: sql<string | null>`CASE WHEN ${IN_STATE.lacking} THEN problem END`,
      paid: each("paid"),
      stated: each("stated"),
      open: each("open"),
      lacking: each("lacking"),
      not_payable: each("not_payable"),
      elsewhere: each("elsewhere"),
    })
    .from(jobClaims(ctx, jobId))
    .groupBy(sql`payer, receiver, service, 4`);
type Group = Awaited<ReturnType<typeof groupsOf>>[number];

/** Groups added up by what they have in common, in the order of the words for it. */
function addedUp(groups: readonly Group[], key: (group: Group) => number, name: (id: number) => string) {
  const by = new Map<number, MoneySums>();
  for (const group of groups) {
    const sums = by.get(key(group)) ?? noMoney();
    addMoney(sums, group);
    by.set(key(group), sums);
  }
  return [...by]
    .map(([id, sums]) => ({ id, name: name(id), sums }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Whether the reader pays something that is open here, and may make statements. */
const payerMaySettle = (ctx: Reading, groups: readonly Group[]): boolean =>
  ctx.actor.permissions.settlement.create &&
  groups.some((g) => g.payer === ctx.actor.company.id && g.open.lines > 0);

/** Who pays, as the reader is told it: what a company has agreed to nothing of is expected from it, and no debt. */
const headOf = (payer: number, name: string, me: number, own: readonly Group[]) =>
  payer === me || own.some(({ receiver }) => receiver === me) ? `${name} pays` : `Expected from ${name}`;

/**
 * What a job has paid, owes and waits for: by payer, payee and service, for who pays, who is paid and who requested the job,
 * each their own. Every sum says how many lines it is of; `listJobMoney` lists exactly those.
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
    const nameOf = (id: number) => named.find((one) => one.id === id)?.name ?? "";
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
            by_service: addedUp(own, (g) => g.service, serviceOf),
          };
        })
        .sort((a, b) => Number(b.id === me) - Number(a.id === me)),
      problems: [...problems]
        .map(([problem, lines]) => ({ problem, lines }))
        .sort(inOrder)
        .map((one) => ({
          ...one,
          title: needOf(one.problem).title,
          step: standing.requester ? needOf(one.problem).ofJob(job_id) : null,
        })),
    };
  },
});

const asked = {
  state: z.enum(MONEY_STATES).optional(),
  payer: z.number().int().optional(),
  receiver: z.number().int().optional(),
  service: z.number().int().optional(),
};

/** The lines of a job's money that a number counts, the newest first. */
export const listJobMoney = procedure({
  name: "listJobMoney",
  may: "settlement.read",
  input: z.strictObject({
    job_id: z.number().int(),
    ...asked,
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  async run(ctx, { job_id, page, ...filter }) {
    const { job } = await moneyJob(ctx, job_id);
    const narrowed: MoneyAsked = filter;
    const claims = jobClaims(ctx, job_id);
    const where = moneyWhere(narrowed);
    const cents = narrowed.state ? CENTS_OF[narrowed.state] : sql`coalesce(due, paid + stated)`;
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
        service: narrowed.service === undefined ? null : serviceOf(narrowed.service),
      },
      rows: rows.map(({ claim, terms, cents: amount, load, ...row }) => ({
        id: claim.id,
        number: load.trip_ticket_number,
        ticket_id: row.is_seen ? load.id : null,
        day: formatDay(claim.earned_on),
        service: serviceOf(claim.settlement_type_id),
        payer: row.payer,
        receiver: row.receiver,
        how: may(ctx.actor.permissions, "job_rate.read") ? claimWords({ ...claim, ...terms }, load) : null,
        cents: claim.due_cents === null && amount === 0 ? null : amount,
        words: claim.problem ? problemWords(claim.problem, claim.wood_unit_type_id) : claimStatus(claim),
      })),
    };
  },
});

const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

/** The claims of a page with what a row says of each. */
const readRows = (ctx: Reading, page: ReturnType<typeof sql>) =>
  ctx.read
    .select({
      claim: c,
      terms: CLAIM_TERMS,
      cents: sql<number>`page.cents`,
      payer: payer.name,
      receiver: receiver.name,
      load: tripTicket,
      is_seen: sql<number>`${ticketsVisibleTo(ctx.actor)}`,
    })
    .from(sql`${page} page`)
    .innerJoin(c, sql`${c.id} = page.id`)
    .innerJoin(tripTicket, eq(tripTicket.id, c.trip_ticket_id))
    .innerJoin(payer, eq(payer.id, c.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, c.receiving_company_id))
    .orderBy(sql`page.day DESC, page.id DESC`);
