import { formatRate } from "~/lib/money/money";
import { getDay } from "~/lib/time/time";
import { updateProductRate } from "~/modules/rates/data/change.server";
import { createStatements } from "~/modules/settlements/data/make.server";
import { previewStatements } from "~/modules/settlements/data/preview.server";
import { recordPayment } from "~/modules/settlements/shared/payments.server";
import { repriceJob } from "~/modules/settlements/shared/reprice.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import type { Database } from "../client.server";
import { insertRow } from "../factories";
import * as t from "../schema";
import { actAs } from "../testing/acting";
import type { DemoCompanies } from "./companies";

const DAY = 86_400_000;
const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
/** Return the Monday of a day's week. */
const mondayOf = (day: string) => plus(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
/** Return mid-morning local time of a day, when the office creates statements for the previous week. */
const at = (day: string) => new Date(`${day}T15:00:00.000Z`);

/** Create the demo's settlements without sending emails: users have no email address while it runs. */
export async function seedSettlements(db: Database, c: DemoCompanies, now: Date) {
  const people = await db.read.select({ id: t.user.id, email: t.user.email }).from(t.user);
  await db.batch([{ sql: "UPDATE user SET email = NULL", params: [] }]);
  await settle(db, c, now);
  await db.batch(
    people.map(({ id, email }) => ({ sql: "UPDATE user SET email = ? WHERE id = ?", params: [email, id] })),
  );
}

/**
 * Create four weeks of pay by the app's own rules: two paid weeks, one week on unpaid statements, and the loads since
 * then without statements. It includes a repaid advance, a higher rate that corrects a paid week, and a disputed line.
 */
async function settle(db: Database, c: DemoCompanies, now: Date) {
  const monday = mondayOf(getDay(now, "America/Detroit"));
  const week = (ago: number) => ({
    period_start: plus(monday, -7 * ago),
    period_end: plus(monday, -7 * ago + 6),
  });
  const on = (day: string) => actAs(db, c.people.manager, c.manager.id, () => at(day));
  await insertRow(db, t.settlementSetting, {
    company_id: c.manager.id,
    pay_lag_days: 12,
    starts_on: week(4).period_start,
    accounts: {
      payable: "Accounts Payable",
      cut: "Cutting",
      skid: "Skidding",
      haul: "Trucking",
      stumpage: "Stumpage",
    },
  });
  const item = (kind: "advance" | "recovery", amount_cents: number, words: string, ago: number) =>
    insertRow(db, t.settlementAdjustment, {
      paying_company_id: c.manager.id,
      receiving_company_id: c.logger.id,
      kind,
      amount_cents,
      note: words,
      due_on: week(ago).period_end,
      creator_user_id: c.people.manager,
      creator_company_id: c.manager.id,
      created_at: at(week(ago).period_start).toISOString(),
    });
  await item("advance", 50_000, "For the new tracks of the forwarder", 4);
  await item("recovery", 20_000, "Taken back, 1 of 2", 3);
  await item("recovery", 30_000, "Taken back, 2 of 2", 2);

  for (const ago of [4, 3, 2]) {
    const office = await on(plus(week(ago).period_end, 1));
    const seen = await office.call(previewStatements, week(ago));
    const receivers = seen.receivers
      .filter((r) => r.total_cents > 0)
      .sort((a, b) => order(c, a.receiving_company_id) - order(c, b.receiving_company_id))
      .map((r) => ({
        receiving_company_id: r.receiving_company_id,
        expected_cents: r.total_cents,
        expected_lines: r.line_count,
      }));
    if (receivers.length) await office.call(createStatements, { ...week(ago), receivers });
    if (ago > 2) await payAll(db, on);
    if (ago === 3) await raise(db, c, await on(plus(week(3).period_end, 3)), now);
  }
  await dispute(db, c, at(plus(week(2).period_end, 3)).toISOString());
  // Delete queued work, since all work of past weeks is done.
  await db.batch([{ sql: "DELETE FROM background_job", params: [] }]);
}

/** Return the sort position of a company's statement: hauler, logger, owner, then the others. */
function order(c: DemoCompanies, id: number): number {
  const first = [c.hauler.id, c.logger.id, c.owner.id].indexOf(id);
  return first === -1 ? 3 + id : first;
}

type Office = Awaited<ReturnType<typeof actAs>>;

/** Pay every posted statement on its pay date. */
async function payAll(db: Database, on: (day: string) => Promise<Office>) {
  const open = await db.read.select().from(t.settlementStatement);
  for (const s of open.filter((item) => item.status_type_id === 1 && item.total_cents > 0))
    await (await on(s.pay_on)).call(recordPayment, {
      settlement_statement_id: s.id,
      amount: (s.total_cents / 100).toFixed(2),
      method: "check",
      reference: String(4_400 + s.id),
      paid_on: s.pay_on,
    });
}

/**
 * Raise the rate for cutting from the day of the logger's last load on a statement. This creates a correction, and a
 * rate with an end date.
 */
async function raise(db: Database, c: DemoCompanies, office: Office, now: Date) {
  const rates = await db.read.select().from(t.jobProductRate);
  const statements = await db.read.select().from(t.settlementStatement);
  const theirs = statements.filter((s) => s.receiving_company_id === c.logger.id).map((s) => s.id);
  const lines = await db.read.select().from(t.settlementLine);
  const line = lines.findLast(
    (l) => theirs.includes(l.settlement_statement_id) && l.kind === "load" && l.settlement_type_id === 1,
  );
  const cut = rates.find((r) => r.id === line?.rate_id);
  if (!cut || !line?.earned_on) return;
  await office.call(updateProductRate, {
    job_id: cut.job_id,
    rate_id: cut.id,
    version: cut.version + 1,
    job_product_rate_type_id: cut.job_product_rate_type_id,
    receiving_company_id: cut.receiving_company_id,
    paying_company_id: cut.paying_company_id,
    product: formatProductKey(cut),
    wood_unit_type_id: cut.wood_unit_type_id,
    rate: formatRate(cut.rate + 2_500),
    effective_on: line.earned_on,
  });
  await repriceJob({ db, now: () => now }, cut.job_id);
}

/** Create the hauler's dispute of a load on its last statement. */
async function dispute(db: Database, c: DemoCompanies, created_at: string) {
  const lines = await db.read.select().from(t.settlementLine);
  const statements = await db.read.select().from(t.settlementStatement);
  const last = statements.filter((s) => s.receiving_company_id === c.hauler.id).at(-1);
  const line = lines.find((l) => l.settlement_statement_id === last?.id && l.kind === "load");
  if (!last || !line?.amount_owed_id) return;
  await insertRow(db, t.settlementRemark, {
    amount_owed_id: line.amount_owed_id,
    settlement_statement_id: last.id,
    company_id: c.hauler.id,
    kind: "disputed",
    text: "My slip says more. Please look at the scale ticket.",
    creator_user_id: c.people.hauler,
    creator_company_id: c.hauler.id,
    created_at,
  });
}
