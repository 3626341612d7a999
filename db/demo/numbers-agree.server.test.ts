import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { formatMoney } from "~/lib/money/money";
import { getDay } from "~/lib/time/time";
import { getDashboard } from "~/modules/dashboard/data/dashboard.server";
import { listJobs } from "~/modules/jobs/shared/list.server";
import { getJobRates } from "~/modules/rates/data/rates.server";
import { searchSettlements } from "~/modules/settlements/amounts-owed/data/search.server";
import { listToPay } from "~/modules/settlements/data/overview.server";
import { previewStatements } from "~/modules/settlements/data/preview.server";
import { listStatementLines } from "~/modules/settlements/data/statement-lines.server";
import {
  draftStatement,
  getSettlementStatement,
  listSettlementStatements,
} from "~/modules/settlements/data/statements.server";
import { isOverdue } from "~/modules/settlements/rules/pay-days";
import { getReceivables, listPayStatements } from "~/modules/settlements/statements/data/money.server";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { getGroupStatuses, type StatusGroup } from "~/modules/trip-tickets/rules/status-groups";
import { countTabs, listTickets } from "~/modules/trip-tickets/shared/list.server";
import type { Database } from "../client.server";
import { user } from "../schema";
import { actAs, catchError } from "../testing/acting";
import { openTestDatabase } from "../testing/test-database";
import { seedDemo } from "./seed";

const NAMES = ["manager", "logger", "hauler", "mill", "owner", "rival"];
const SEEDED = new Date("2026-11-19T18:00:00Z");
/** The time of seeding, and a time weeks later, when the second week's statement is overdue. */
const MOMENTS = [SEEDED, new Date("2026-12-17T18:00:00Z")];
let db: Database;

async function signedIn(name: string, now: Date) {
  const [person] = await db.read
    .select()
    .from(user)
    .where(eq(user.email, `${name}@demo.test`));
  const { rows } = await db.client.execute({
    sql: "SELECT c.company_id AS id FROM crew c JOIN crew_member m ON m.crew_id = c.id WHERE m.user_id = ? ORDER BY 1 LIMIT 1",
    args: [person?.id ?? 0],
  });
  return actAs(db, person?.id ?? 0, Number(rows[0]?.id), () => now);
}
type Person = Awaited<ReturnType<typeof signedIn>>;
const companyOf = (who: Person) => who.actor.company?.id ?? 0;

/** Return the total of open amounts between companies according to the API, and the loads in it. */
async function openByApi(
  who: Person,
  dto: { paying_company_ids?: number[]; receiving_company_ids?: number[] },
) {
  const query = { dto: { ...dto, open: true }, take: -1, include: ["aggregated_data" as const] };
  const { trip_ticket_settlements, aggregated_data } = await who.call(searchSettlements, query);
  const loads = new Set<number>();
  let cents = 0;
  for await (const { trip_ticket_settlement: row } of trip_ticket_settlements) {
    loads.add(row.trip_ticket_id);
    cents += row.open_cents;
    expect(row.voided_at).toBeNull();
  }
  expect(aggregated_data?.open_cents).toBe(cents);
  return { cents, loads };
}

/** Loads on a company's unpaid statements, by the API. */
async function loadsOnUnpaid(who: Person): Promise<Set<number>> {
  const { settlement_statements } = await who.call(listSettlementStatements, {
    receiving_company_id: companyOf(who),
    status: "unpaid",
    take: -1,
  });
  const loads = new Set<number>();
  for (const { id } of settlement_statements) {
    const target = { settlement_statement_id: id, take: -1 };
    for (const line of (await who.call(listStatementLines, target)).settlement_lines)
      if (line.trip_ticket_id !== null) loads.add(line.trip_ticket_id);
  }
  return loads;
}

/** Return the total left to pay on statements according to the API, and the overdue part of it. */
async function leftByApi(who: Person, by: { paying_company_id?: number; receiving_company_id?: number }) {
  const { settlement_statements } = await who.call(listSettlementStatements, {
    ...by,
    status: "unpaid",
    take: -1,
  });
  const left = (rows: typeof settlement_statements) =>
    rows.reduce((sum, row) => sum + row.total_cents - row.paid_cents, 0);
  return {
    cents: left(settlement_statements),
    late: left(settlement_statements.filter((row) => row.is_overdue)),
    days: settlement_statements.map((row) => row.pay_on).sort(),
  };
}

beforeAll(async () => {
  db = await openTestDatabase();
  await seedDemo(db, SEEDED);
  const manager = await signedIn("manager", SEEDED);
  const open = await manager.call(searchSettlements, {
    dto: { open: true, paying_company_ids: [companyOf(manager)] },
    take: 100,
  });
  const rows = [];
  for await (const row of open.trip_ticket_settlements) rows.push(row.trip_ticket_settlement);
  // Add a draft, which only its payer sees, and mark a load as not payable.
  const hauler = companyOf(await signedIn("hauler", SEEDED));
  await manager.call(draftStatement, {
    period_end: getDay(SEEDED, "America/Detroit"),
    receiving_company_id: hauler,
  });
  const other = rows.find((row) => row.receiving_company_id !== hauler && !row.posted_lines);
  await db.client.execute({
    sql: "UPDATE amount_owed SET voided_at = ?, void_reason = 'Theirs' WHERE id = ?",
    args: [SEEDED.toISOString(), other?.id ?? 0],
  });
}, 300_000);

describe.each(MOMENTS)("at the time %s", (now) => {
  it.each(NAMES)("%s sees the same amounts on pages, on the dashboard and in the API", async (name) => {
    const who = await signedIn(name, now);
    const me = companyOf(who);
    const [receives, pays, dashboard] = [
      await who.call(getReceivables, {}),
      await who.call(listToPay, {}),
      await who.call(getDashboard, {}),
    ];
    const received = await openByApi(who, { receiving_company_ids: [me] });
    expect(received.cents).toBe(receives.open_cents);
    const paid = await openByApi(who, { paying_company_ids: [me] });
    expect(paid.cents).toBe(pays.receivers.reduce((sum, { cents }) => sum + cents, 0));
    for (const { id, loads } of pays.receivers)
      expect([id, loads]).toEqual([
        id,
        (await openByApi(who, { paying_company_ids: [me], receiving_company_ids: [id] })).loads.size,
      ]);
    const sides = [
      { days: receives.pay_days, left: await leftByApi(who, { receiving_company_id: me }) },
      { days: pays.pay_days, left: await leftByApi(who, { paying_company_id: me }) },
    ];
    const today = getDay(now, who.actor.zone);
    for (const { days, left } of sides) {
      expect([days.cents, days.overdue?.cents ?? 0]).toEqual([left.cents, left.late]);
      expect(days.next?.pay_on ?? null).toBe(left.days.find((day) => !isOverdue(day, today)) ?? null);
    }
    const { rows } = await who.call(listPayStatements, { page: 0, status: "overdue" });
    expect(rows.reduce((sum, row) => sum + row.left_cents, 0)).toBe(
      sides.reduce((sum, { left }) => sum + left.late, 0),
    );
    if (["manager", "hauler"].includes(name))
      expect(sides.some(({ days }) => days.overdue !== null)).toBe(now > SEEDED);
    const { paid: told, owed } = dashboard;
    if (told) {
      const all = receives.pay_days.cents + receives.open_cents;
      expect(told.open.split(" for ")[0]).toBe(all ? formatMoney(all) : "Nothing is waiting to be paid");
      const loads = new Set([...received.loads, ...(await loadsOnUnpaid(who))]).size;
      if (all) expect(told.open).toContain(` for ${loads} load`);
      expect(told.overdue.length > 0).toBe(receives.pay_days.overdue !== null);
      if (receives.pay_days.next)
        expect(told.days.join()).toContain(`pays ${formatMoney(receives.pay_days.next.cents)} on `);
    }
    expect(owed?.open ?? null).toBe(
      paid.cents ? `${formatMoney(paid.cents)} isn't on a statement yet` : null,
    );
    expect((owed?.overdue ?? []).length > 0).toBe(pays.pay_days.overdue !== null);
  });

  it.each(NAMES)("%s sees the same number of loads in each group on every page", async (name) => {
    const who = await signedIn(name, now);
    const { stat_cards } = await who.call(getDashboard, {});
    const tabs = await who.call(countTabs, {});
    const { rows } = await db.client.execute({
      sql: "SELECT status, n FROM company_status_count WHERE company_id = ?",
      args: [companyOf(who)],
    });
    const inGroup = (group: StatusGroup) =>
      rows.reduce(
        (sum, row) =>
          sum + (getGroupStatuses(group).some((id) => id === Number(row.status)) ? Number(row.n) : 0),
        0,
      );
    expect([tabs.open, tabs.available, tabs.done, tabs.cancelled]).toEqual([
      inGroup("under_way"),
      inGroup("available"),
      inGroup("delivered"),
      inGroup("cancelled"),
    ]);
    const card = (key: string) => stat_cards.find((item) => item.key === key)?.value;
    if (card("open"))
      expect([card("open"), card("available")]).toEqual([String(tabs.open), String(tabs.available)]);
    const list = async (group: StatusGroup) =>
      (
        await who.call(listTickets, {
          page: 0,
          view: group === "available" ? "available" : "loads",
          ...resolveFilter({ trip_ticket_status_ids: getGroupStatuses(group) }, who.actor.zone),
        })
      ).total;
    for (const group of ["under_way", "available", "delivered", "cancelled"] as const)
      expect([group, await list(group)]).toEqual([group, inGroup(group)]);
  });

  it.each(["manager", "logger", "hauler"])(
    "%s sees the same current rate on the dashboard and on the rates page",
    async (name) => {
      const who = await signedIn(name, now);
      const { rates } = await who.call(getDashboard, {});
      const pages = new Map<string, string>();
      for (const job of (await who.call(listJobs, { page: 0 })).rows)
        pages.set(job.name, JSON.stringify(await who.call(getJobRates, { id: job.id })));
      for (const { job, price } of rates ?? []) {
        const page = pages.get(job);
        // The page also shows earlier prices, which start with their dates.
        if (page) expect([job, price, page.includes(`"words":"${price}`)]).toEqual([job, price, true]);
      }
    },
  );
});

it("counts a load once, however many services it has: in the preview, for its payer and for its payee", async () => {
  const manager = await signedIn("manager", SEEDED);
  const me = companyOf(manager);
  const today = getDay(SEEDED, manager.actor.zone);
  const preview = await manager.call(previewStatements, { period_end: today });
  const countLoads = async (receiver: number, condition: string) => {
    const { rows } = await db.client.execute({
      sql: `SELECT count(DISTINCT trip_ticket_id) AS loads, count(*) AS claims FROM amount_owed
        WHERE paying_company_id = ? AND receiving_company_id = ? AND voided_at IS NULL AND earned_on <= ?
          AND earned_on >= (SELECT starts_on FROM settlement_setting WHERE company_id = ?) AND ${condition}`,
      args: [me, receiver, today, me],
    });
    return { loads: Number(rows[0]?.loads), claims: Number(rows[0]?.claims) };
  };
  const counts = [];
  for (const { receiving_company_id: id, loads } of preview.receivers) {
    const count = await countLoads(id, "due_cents > posted_cents");
    expect([id, loads]).toEqual([id, count.loads]);
    counts.push(count);
  }
  for (const { receiving_company_id: id, loads } of preview.left_out)
    expect([id, loads]).toEqual([id, (await countLoads(id, "problem IS NOT NULL")).loads]);
  expect(preview.left_out.length).toBeGreaterThan(0);
  expect(counts.some(({ claims, loads }) => claims > loads)).toBe(true);
  const { receivers } = await manager.call(listToPay, {});
  // Use the logger, because the hauler does not see that a draft includes its loads.
  const logger = await signedIn("logger", SEEDED);
  const { open } = await logger.call(getReceivables, {});
  const theirs = open.find(({ payer }) => payer === manager.actor.company?.name);
  const ours = receivers.find(({ id }) => id === companyOf(logger));
  expect(theirs?.loads).toBeGreaterThan(0);
  expect([theirs?.loads, theirs?.cents]).toEqual([ours?.loads, ours?.cents]);
});

it("shows a statement's lines only to its payer and payee; the lines add up to the statement's total", async () => {
  const people = new Map<string, Person>();
  for (const name of NAMES) people.set(name, await signedIn(name, SEEDED));
  const { rows } = await db.client.execute("SELECT * FROM settlement_statement WHERE posted_at IS NOT NULL");
  for (const row of rows)
    for (const [name, who] of people) {
      const target = { settlement_statement_id: Number(row.id) };
      const isSide = [row.paying_company_id, row.receiving_company_id].includes(companyOf(who));
      if (!isSide) {
        expect([name, (await catchError(who.call(listStatementLines, target))).kind]).toEqual([
          name,
          "missing",
        ]);
        continue;
      }
      const statement = await who.call(getSettlementStatement, target);
      const { settlement_lines, meta } = await who.call(listStatementLines, { ...target, take: -1 });
      expect([settlement_lines.length, meta.total]).toEqual([statement.line_count, statement.line_count]);
      expect(settlement_lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(statement.total_cents);
      const [second] = (await who.call(listStatementLines, { ...target, take: 1, skip: 1 })).settlement_lines;
      expect(second).toEqual(settlement_lines[1]);
    }
  expect(rows.length).toBeGreaterThan(3);
});
