import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { insertRow } from "#db/factories";
import { rateShare, settlementSetting } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { readBytes, readPdfAmounts, readPdfText } from "#db/testing/pdf";
import { openTestDatabase } from "#db/testing/test-database";
import { formatMoney } from "~/lib/money/money";
import { getDay } from "~/lib/time/time";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { createStatements } from "../../data/make.server";
import { answerRemark, disputeLine } from "../../data/remarks.server";
import { draftStatement } from "../../data/statements.server";
import { recordPayment } from "../../shared/payments.server";
import { repriceTickets } from "../../shared/reprice.server";
import { createSettlementWeek, PERIOD_END, settleWeek } from "../../testing/week.server";
import { getReceivables, getYearlyPayments, listPayStatements } from "./money.server";
import { getPayStatement, readPayStatementFile, STATEMENT_FILE_TYPES } from "./statement.server";
import { readYearlyPaymentsFile } from "./year.server";

const db = await openTestDatabase();

/** Split CSV text into cells; cells must not contain line breaks. */
const cellsOf = (text: string) =>
  text
    .replace("\ufeff", "")
    .trim()
    .split(/\r?\n/)
    .map((row) =>
      [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell.replace(/^"|"$/g, "")),
    );

const cents = (dollars: string) => Math.round(Number(dollars) * 100);
async function week() {
  const created = await createSettlementWeek(db);
  const { manager, hauler, ids, load } = created;
  const wood = { quantity: 27_412, wood_unit_type_id: 2, per: "unit" as const, rate: 125_000 };
  const first = await load(ids.hauler.id, 34_265, wood);
  await load(ids.hauler.id, 10_001, { earned_on: "2026-11-04", settlement_type_id: 1 });
  await load(ids.hauler.id, 99, { earned_on: "2026-11-04" });
  await settleWeek(manager, [ids.hauler.id]);
  await db.batch([{ sql: "UPDATE amount_owed SET due_cents = 34298 WHERE id = ?", params: [first] }]);
  await load(ids.hauler.id, 5_050, { earned_on: "2026-11-05" });
  await settleWeek(manager, [ids.hauler.id]);
  const { rows } = await hauler.call(listPayStatements, { page: 0 });
  return { ...created, list: rows };
}

test("page, PDF, CSV, XLSX and both bookkeeping files show the stored cents", async () => {
  const { manager, hauler, ids, list } = await week();
  await insertRow(db, settlementSetting, {
    company_id: ids.manager.id,
    starts_on: "2026-01-01",
    accounts: { haul: "5100 Trucking", payable: "2000 Payable" },
  });
  for (const { id, total_cents } of list) {
    const [stored] = await db.batch([
      {
        sql: "SELECT amount_cents FROM settlement_line WHERE settlement_statement_id = ? ORDER BY amount_cents",
        params: [id],
      },
    ]);
    const amounts = (stored?.rows ?? []).map((r) => Number(r.amount_cents));
    const sorted = (results: number[]) => [...results].sort((a, b) => a - b);
    const file = async (as: (typeof STATEMENT_FILE_TYPES)[number]) =>
      readBytes((await manager.call(readPayStatementFile, { id, as })).body);
    const page = await hauler.call(getPayStatement, { id, page: 0 });
    expect(sorted(page.lines.map((l) => l.amount_cents))).toEqual(amounts);
    expect(page.subtotals.reduce((n, s) => n + s.cents, 0)).toBe(total_cents);
    const [head = [], ...rows] = cellsOf((await file("csv")).toString());
    const index = head.indexOf("Amount");
    expect(sorted(rows.map((row) => cents(row[index] ?? "")))).toEqual(amounts);
    const book = await readXlsx(await file("xlsx"));
    const [names = [], ...lines] = book.sheets[0]?.rows ?? [];
    const sums = lines.map((row) => Math.round(Number(row[names.indexOf("Amount")]) * 100));
    expect(sorted(sums)).toEqual(amounts);
    const text = readPdfText(await file("pdf"));
    const printed = readPdfAmounts(text);
    for (const amount of amounts) expect(printed).toContain(amount);
    expect(text).toContain(`${formatMoney(total_cents)}\n`);
    const [columns = [], ...bills] = cellsOf((await file("bills")).toString());
    expect(bills.reduce((n, row) => n + cents(row[columns.indexOf("Line Amount")] ?? ""), 0)).toBe(
      total_cents,
    );
    const iif = (await file("iif"))
      .toString()
      .split("\r\n")
      .map((row) => row.split("\t"));
    const moved = iif.filter(([kind]) => kind === "TRNS" || kind === "SPL");
    expect(moved.reduce((n, row) => n + cents(row[6] ?? ""), 0)).toBe(0);
    expect(moved[0]?.slice(1, 4)).toEqual(["BILL", "11/08/2026", "2000 Payable"]);
    expect(cents(moved[0]?.[6] ?? "")).toBe(-total_cents);
    expect(moved.some((row) => row[3] === "5100 Trucking")).toBe(true);
  }
});

test("lists a correction apart from loads and names the statement that it reverses", async () => {
  const { hauler, list } = await week();
  const [second, first] = list;
  const page = await hauler.call(getPayStatement, { id: second?.id ?? 0, page: 0 });
  expect(page.lines.map((l) => [l.section, l.amount_cents, l.words])).toEqual([
    ["loads", 5050, ""],
    ["corrections", -34_265, `Takes back what statement ${first?.number} paid`],
    ["corrections", 34_298, "In its place"],
  ]);
  expect(page.lines[2]).toMatchObject({ quantity: "27.412", unit: "tons", rate: "$12.50 per ton" });
  // The PDF shows these texts uncut.
  const paper = await hauler.call(readPayStatementFile, { id: second?.id ?? 0, as: "pdf" });
  const printed = readPdfText(await readBytes(paper.body));
  for (const words of ["$12.50 per ton", "27.412 tons"]) expect(printed).toContain(`${words}\n`);
});

test("explains an amount that isn't quantity times rate on the line and on the load: minimum or split", async () => {
  const { manager, hauler, logger, ids, ticket, haulRate, cutRate } = await createSettlementWeek(db);
  await haulRate({ minimum_cents: 26_000 });
  const split = await cutRate();
  for (const [company_id, parts] of [
    [ids.logger.id, 2],
    [ids.owner.id, 3],
  ] as const)
    await insertRow(db, rateShare, { rate_table: "product", rate_id: split, company_id, parts });
  const id = await ticket({
    trip_ticket_status_id: STATUS.completed,
    dropped_off_at: "2026-11-03T15:00:00.000Z",
    cutter_company_id: ids.logger.id,
    hauler_company_id: ids.hauler.id,
    scaled_volume: 27_412,
    scaled_wood_unit_type_id: 2,
  });
  await repriceTickets({ db, now: () => new Date() }, [id]);
  await settleWeek(manager, [ids.hauler.id, ids.logger.id]);
  const said = async (who: typeof hauler) => {
    const { rows } = await who.call(listPayStatements, { page: 0 });
    const { lines } = await who.call(getPayStatement, { id: rows[0]?.id ?? 0, page: 0 });
    const { pay } = await who.call(getTicketPage, { id });
    return [...lines.map((l) => [l.amount_cents, l.words]), ...(pay?.lines.map((l) => l.how) ?? [])];
  };
  expect(await said(hauler)).toEqual([
    [26_000, "At least $260.00 for each load"],
    "27.412 tons at $9.375 per ton, at least $260.00 for each load",
  ]);
  expect(await said(logger)).toEqual([
    [13_706, "2 of 5 parts of $342.65"],
    "27.412 tons at $12.50 per ton, 2 of 5 parts of $342.65",
  ]);
});

test("shows remarks about a line on the page and in PDF, CSV and XLSX, but not in the bookkeeping files", async () => {
  const { manager, hauler, list } = await week();
  const id = list[1]?.id ?? 0;
  const target = { settlement_statement_id: id, seq: 1 };
  await hauler.call(disputeLine, { ...target, text: "=It was 28 tons" });
  await manager.call(answerRemark, { ...target, text: "The mill says 27.412" });
  const page = await hauler.call(getPayStatement, { id, page: 0 });
  const remarks = page.lines.find((line) => line.seq === 1)?.remarks ?? [];
  expect(remarks).toEqual([
    expect.stringMatching(/^Disputed by .+: =It was 28 tons$/),
    expect.stringMatching(/^Answered by .+: The mill says 27\.412$/),
  ]);
  const file = async (as: (typeof STATEMENT_FILE_TYPES)[number]) =>
    readBytes((await manager.call(readPayStatementFile, { id, as })).body);
  const [head = [], ...rows] = cellsOf((await file("csv")).toString());
  const column = head.indexOf("Remarks");
  expect(rows.map((row) => row[column]).filter(Boolean)).toEqual([remarks.join("; ")]);
  const [names = [], ...lines] = (await readXlsx(await file("xlsx"))).sheets[0]?.rows ?? [];
  expect(lines.flatMap((row) => row[names.indexOf("Remarks")] || [])).toEqual([remarks.join("; ")]);
  const text = readPdfText(await file("pdf"));
  for (const words of remarks) expect(text).toContain(`${words}\n`);
  for (const as of ["bills", "iif"] as const) expect((await file(as)).toString()).not.toContain("28 tons");
  const { contentType } = await manager.call(readPayStatementFile, { id, as: "iif" });
  expect(contentType).toBe("text/plain; charset=windows-1252");
});

test("only payer and payee read and export a statement; only the payer sees drafts and bookkeeping files", async () => {
  const { manager, hauler, logger, rival, owner, list } = await week();
  const id = list[0]?.id ?? 0;
  for (const who of [logger, rival, owner]) {
    expect((await catchError(who.call(getPayStatement, { id, page: 0 }))).kind).toBe("missing");
    for (const as of STATEMENT_FILE_TYPES)
      expect((await catchError(who.call(readPayStatementFile, { id, as }))).kind).toBe("missing");
    expect((await who.call(listPayStatements, { page: 0 })).total).toBe(0);
    expect(await who.call(getReceivables, {})).toMatchObject({ open: [], statements: [], open_cents: 0 });
  }
  expect(
    (await readBytes((await hauler.call(readPayStatementFile, { id, as: "csv" })).body)).length,
  ).toBeGreaterThan(100);
  expect((await catchError(hauler.call(readPayStatementFile, { id, as: "iif" }))).kind).toBe("missing");
  await db.batch([
    {
      sql: `INSERT INTO settlement_statement (paying_company_id, receiving_company_id, prepared_by_company_id, period_start, period_end, pay_on, creator_company_id, created_at)
        SELECT paying_company_id, receiving_company_id, prepared_by_company_id, period_start, period_end, pay_on, creator_company_id, created_at
          FROM settlement_statement WHERE id = ?`,
      params: [id],
    },
  ]);
  const drafts = (await manager.call(listPayStatements, { page: 0, status: "draft" })).rows;
  expect(drafts).toHaveLength(1);
  const draft = { id: drafts[0]?.id ?? 0, page: 0 };
  expect((await manager.call(getPayStatement, draft)).title).toBe("Draft of a statement");
  expect((await catchError(hauler.call(getPayStatement, draft))).kind).toBe("missing");
});

test("shows the payee amounts on statements and open loads, and the payer the year's payments", async () => {
  const { manager, hauler, ids, load, list } = await week();
  await load(ids.hauler.id, 777, { earned_on: "2026-11-20" });
  // A load without an amount isn't counted, though it is the oldest.
  await load(ids.hauler.id, null, { earned_on: "2026-11-12" });
  const money = await hauler.call(getReceivables, {});
  expect(money).toMatchObject({
    open_cents: 777,
    pay_days: { cents: 44_365 + 5_083 },
    open: [{ loads: 1, problems: 1, cents: 777, oldest: "2026-11-20" }],
  });
  const today = getDay(new Date(), "America/Detroit");
  await manager.call(recordPayment, {
    settlement_statement_id: list[0]?.id ?? 0,
    amount: "50.83",
    method: "check",
    paid_on: today,
  });
  const year = Number(today.slice(0, 4));
  expect(await manager.call(getYearlyPayments, { year })).toMatchObject({
    total: 5_083,
    rows: [{ cents: 5_083, ein: null }],
  });
  expect((await manager.call(getYearlyPayments, { year: 2001 })).rows).toEqual([]);
  expect((await hauler.call(getYearlyPayments, { year })).rows).toEqual([]);
  const file = await readBytes((await manager.call(readYearlyPaymentsFile, { year })).body);
  expect(file.toString()).toContain(",50.83");
});

test("the unpaid sum covers all statements, although only the newest are listed; a draft doesn't change it for the payee", async () => {
  const { manager, hauler, ids, load } = await createSettlementWeek(db);
  for (let i = 0; i < 14; i++) {
    await load(ids.hauler.id, 1_000 + i);
    await settleWeek(manager, [ids.hauler.id]);
  }
  await load(ids.hauler.id, 555);
  const before = await hauler.call(getReceivables, {});
  expect(before).toMatchObject({ pay_days: { cents: 14_000 + 91 }, open_cents: 555, open: [{ loads: 1 }] });
  expect(before.statements).toHaveLength(12);
  await manager.call(draftStatement, { period_end: PERIOD_END, receiving_company_id: ids.hauler.id });
  expect(await hauler.call(getReceivables, {})).toEqual(before);
});

test("a statement's period starts at its oldest load, even one from before the stored period", async () => {
  const { manager, hauler, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 1_000, { earned_on: "2026-10-01" });
  await load(ids.hauler.id, 1_000, { earned_on: "2026-11-04" });
  const { id } = await settleWeek(manager, [ids.hauler.id]);
  const stored = await db.batch([
    { sql: "SELECT period_start AS day FROM settlement_statement WHERE id = ?", params: [id] },
  ]);
  expect(String(stored[0]?.rows[0]?.day) > "2026-10-01").toBe(true);
  const { head } = await hauler.call(getPayStatement, { id: id ?? 0, page: 0 });
  expect(head.period_start).toBe("2026-10-01");
  const { body } = await hauler.call(readPayStatementFile, { id: id ?? 0, as: "pdf" });
  expect(await readPdfText(await readBytes(body))).toContain("Oct 1, 2026");
});

test("shows the next payment date with its amount, and the last payment date", async () => {
  const { manager, hauler, ids, load } = await createSettlementWeek(db);
  for (const [cents, pay_on] of [
    [1_000, "2098-12-09"],
    [2_000, "2098-11-27"],
    [500, "2098-11-27"],
  ] as const) {
    await load(ids.hauler.id, cents, { earned_on: "2026-11-04" });
    await manager.call(createStatements, {
      period_end: PERIOD_END,
      pay_on,
      receivers: [{ receiving_company_id: ids.hauler.id, expected_cents: cents, expected_lines: 1 }],
    });
  }
  expect(await hauler.call(getReceivables, {})).toMatchObject({
    pay_days: {
      cents: 3_500,
      overdue: null,
      next: { pay_on: "2098-11-27", cents: 2_500 },
      last_on: "2098-12-09",
    },
  });
});
