import { getJobMoney, listJobMoney } from "~/modules/settlements/amounts-owed/data/job-money.server";
import { listUnpayableLoads } from "~/modules/settlements/amounts-owed/data/needs-you.server";
import {
  searchPaidSettlements,
  searchSettlements,
} from "~/modules/settlements/amounts-owed/data/search.server";
import { listAdjustments } from "~/modules/settlements/data/adjustments.server";
import { getItemForm } from "~/modules/settlements/data/item-forms.server";
import { listToPay } from "~/modules/settlements/data/overview.server";
import { previewStatements } from "~/modules/settlements/data/preview.server";
import { listBalances, listSettlementRules } from "~/modules/settlements/data/rules.server";
import { listClosings } from "~/modules/settlements/data/settings.server";
import {
  getPaymentForm,
  getReversalForm,
  getVoidForm,
} from "~/modules/settlements/data/statement-forms.server";
import { listSettlementStatements } from "~/modules/settlements/data/statements.server";
import {
  getReceivables,
  getYearlyPayments,
  listPayStatements,
} from "~/modules/settlements/statements/data/money.server";
import { getPayStatement } from "~/modules/settlements/statements/data/statement.server";
import { readYearlyPaymentsFile } from "~/modules/settlements/statements/data/year.server";
import type { Database } from "../../client.server";
import type { actAs } from "../../testing/acting";
import type { BoundedSet } from "../plans";

type Looks = { person: Awaited<ReturnType<typeof actAs>>; db: Database; job: number; destination: number };
const DAYS = { earned_from: "2026-10-01", earned_to: "2026-10-31" };

/** Settlement queries, by plain names (docs/settlements.md). */
export const SETTLEMENT_QUERIES: Record<string, (who: Looks) => Promise<unknown>> = {
  "settlements: to pay": ({ person }) => person.call(listToPay, {}),
  "settlements: to receive": ({ person }) => person.call(getReceivables, {}),
  "settlements: what needs somebody, and one reason of it": async ({ person }) => {
    await person.call(listUnpayableLoads, {});
    await person.call(listUnpayableLoads, { problem: "miles_estimated", page: 1 });
  },
  "settlements: a job's money, its lines, and what it lacks": async ({ person, job }) => {
    await person.call(getJobMoney, { job_id: job });
    for (const query of [{}, { state: "open" as const }, { state: "paid" as const, service: 3, page: 2 }])
      await person.call(listJobMoney, { job_id: job, ...query });
    await person.call(listUnpayableLoads, { problem: "miles_estimated", job_id: job });
  },
  "settlements: search": ({ person }) => person.call(searchSettlements, { take: 10 }),
  "settlements: search, deep": ({ person }) => person.call(searchSettlements, { take: 100, skip: 600 }),
  "settlements: search of the paid ones, with sums": ({ person }) =>
    person.call(searchPaidSettlements, { dto: DAYS, take: 10, include: ["aggregated_data"] }),
  "settlements: search, filtered by each part": async ({ person, job, destination }) => {
    for (const dto of [
      { open: true },
      { open: false, has_problem: true },
      { company_ids: [1, 2], settlement_type_ids: [1] },
      { job_ids: [job], job_destination_ids: [destination], ...DAYS },
      { trip_ticket_numbers: [1001], product_type_ids: [5] },
    ])
      await person.call(searchSettlements, { dto, take: 10, include: ["trip_ticket", "job_destination"] });
  },
  "settlements: all of a month": async ({ person }) => {
    const { trip_ticket_settlements } = await person.call(searchSettlements, { dto: DAYS, take: -1 });
    for await (const _one of trip_ticket_settlements);
  },
  "settlements: statements": async ({ person }) => {
    for (const query of [{}, { status: "unpaid" as const }, { company_id: 1, from: "2026-07-01" }])
      await person.call(listPayStatements, { page: 0, ...query });
    await person.call(listPayStatements, { page: 3 });
  },
  "API: statements": ({ person }) => person.call(listSettlementStatements, { status: "paid", take: 10 }),
  "settlements: a statement's page": async ({ person }) => {
    const [row] = (await person.call(listPayStatements, { page: 0 })).rows;
    if (row) await person.call(getPayStatement, { id: row.id, page: 0 });
  },
  "settlements: the year, and its file": async ({ person }) => {
    await person.call(getYearlyPayments, { year: 2026 });
    await person.call(readYearlyPaymentsFile, { year: 2026 });
  },
  "settlements: adjustments, rules, balances, closings": async ({ person }) => {
    await person.call(listAdjustments, { take: 20 });
    await person.call(listAdjustments, { take: 20, is_waiting: true });
    await person.call(listSettlementRules, {});
    await person.call(listBalances, {});
    await person.call(listClosings, {});
  },
};

/** Settlement queries of companies that pay others. */
export const PAYER_QUERIES: typeof SETTLEMENT_QUERIES = {
  "settlements: the preview of a week": ({ person }) =>
    person.call(previewStatements, { period_end: "2024-01-31" }),
  "settlements: who may be owed something": ({ person }) => person.call(getItemForm, {}),
  "settlements: paying, voiding, taking back": async ({ person }) => {
    const own = { paying_company_id: person.actor.company?.id ?? 0, status: "unpaid" as const };
    const [open] = (await person.call(listSettlementStatements, { ...own, take: 1 })).settlement_statements;
    const settlement_statement_id = open?.id ?? 0;
    await person.call(getPaymentForm, { settlement_statement_id });
    await person.call(getVoidForm, { settlement_statement_id });
    await person.call(getReversalForm, { settlement_statement_id });
  },
};

/** Sets that settlement queries sort without paging, and the reason why they are small. */
export const SETTLEMENT_BOUNDED_SETS: readonly BoundedSet[] = [
  {
    query: /group by "amount_owed"\."(receiving|paying)_company_id"/,
    why: "what is open: one row for each company that is owed it, or owes it",
  },
  { query: /\) group by problem/, why: "the reasons why loads can't be paid, a dozen" },
  { query: /AS stated_lines\s+FROM "amount_owed" WHERE/, why: "the money of one job" },
  { query: /\) group by status, type, unit/, why: "the sums of a search, asked for by name" },
  {
    query: /ORDER BY earned_on DESC, id DESC LIMIT/,
    why: "of what others pay on a company's jobs; a test sees to it that its own comes in its order",
  },
  { query: /select distinct id from/, why: "who a company has statements with" },
  { query: /cross join "settlement_line"/, why: "what two companies settled that isn't a load" },
  {
    query: /ORDER BY id DESC LIMIT/,
    why: "what is narrowed to one partner; a test sees to it that a company's own list comes in its order",
  },
  { query: /"status_type_id" <> 1/, why: "what a company was stated, unpaid first" },
  { query: /from "settlement_(line|remark)"|FROM settlement_line/, why: "the lines of one statement" },
  { query: /from "settlement_payment"/, why: "what one company paid in a year" },
  { query: /from "settlement_(rule|adjustment)"/, why: "what a company agreed with others beside loads" },
  { query: /IN \(\s*SELECT receiving_company_id/, why: "a company's partners, each once" },
];
