import { eq } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { company } from "#db/schema";
import { readBytes, readPdfText } from "#db/testing/pdf";
import { openTestDatabase } from "#db/testing/test-database";
import { toWinAnsi } from "~/lib/text/win-ansi";
import { getDay } from "~/lib/time/time";
import { addAdjustment } from "../../data/adjustments.server";
import { createStatements } from "../../data/make.server";
import { disputeLine } from "../../data/remarks.server";
import { recordPayment, reversePayment } from "../../shared/payments.server";
import {
  createSettlementWeek,
  PERIOD_END,
  readPreviewedReceivers,
  settleWeek,
} from "../../testing/week.server";
import { createDeductionLine, SAMPLE_HEADER, SAMPLE_LINE } from "../testing/paper";
import { PayStatementDocument } from "../ui/statement-paper";
import { listPayStatements } from "./money.server";
import { writeStatementPdf } from "./pdf.server";
import { getPayStatement, readPayStatementFile } from "./statement.server";

const db = await openTestDatabase();
const MEMO = `Thanks for the night loads. ${"Bring the scale tickets to the office. ".repeat(20)}Jane`;

/** List every text of the printed page, without text only for the screen or for screen readers. */
const printed = (html: string) =>
  html
    .replace(/<(a|caption)\b[^>]*>.*?<\/\1>/g, "")
    .split(/<[^>]*>/)
    .map((text) =>
      text
        .trim()
        .replaceAll("&#x27;", "'")
        .replaceAll("&amp;", "&")
        .replace(/^Ticket (?=\d)/, ""),
    )
    .filter((text) => text !== "" && text !== "—");

/** Remove spaces, because a wrapped line has none where it breaks. */
const bare = (text: string) => toWinAnsi(text).replace(/\s+/g, "");

async function statement() {
  const { manager, hauler, ids, load } = await createSettlementWeek(db);
  await db.batch([
    db.write.update(company).set({ ein: "12-3456789" }).where(eq(company.id, ids.hauler.id)).toSQL(),
  ]);
  const pair = { receiving_company_id: ids.hauler.id, due_on: "2026-11-01" };
  await manager.call(addAdjustment, { ...pair, kind: "advance", amount: "20", words: "Tires" });
  await load(ids.hauler.id, 10_000);
  await settleWeek(manager, [ids.hauler.id]);
  await manager.call(addAdjustment, { ...pair, kind: "recovery", amount: "5", words: "First of four" });
  await manager.call(addAdjustment, {
    ...pair,
    kind: "deduction",
    amount: "7.50",
    words: "Chains & binders",
  });
  await manager.call(addAdjustment, { ...pair, kind: "deduction", amount: "1.25", words: "Fuel card" });
  const wood = { quantity: 27_412, wood_unit_type_id: 2, per: "unit" as const, rate: 125_000 };
  await load(ids.hauler.id, 34_265, { ...wood, earned_on: "2026-11-03" });
  await load(ids.hauler.id, 34_265, { ...wood, earned_on: "2026-11-03" });
  await load(ids.hauler.id, 5_050, { earned_on: "2026-11-04" });
  const receivers = await readPreviewedReceivers(manager, PERIOD_END, [ids.hauler.id]);
  await manager.call(createStatements, { period_end: PERIOD_END, receivers, memo: MEMO });
  const { rows } = await hauler.call(listPayStatements, { page: 0 });
  const id = rows[0]?.id ?? 0;
  await hauler.call(disputeLine, { settlement_statement_id: id, seq: 1, text: "It was 28 tons" });
  return { manager, hauler, id };
}

test("the PDF shows everything on the printed page, to payer and payee", async () => {
  const { manager, hauler, id } = await statement();
  const paid_on = getDay(new Date(), "America/Detroit");
  const pay = { settlement_statement_id: id, method: "check", paid_on, as_stated: true } as const;
  const read = async (who: typeof manager) => {
    const page = await who.call(getPayStatement, { id, page: 0, all: true });
    const texts = printed(renderToStaticMarkup(<PayStatementDocument statement={page} />));
    const { body } = await who.call(readPayStatementFile, { id, as: "pdf" });
    const pdf = bare(readPdfText(await readBytes(body)));
    for (const text of texts) expect(pdf).toContain(bare(text));
    return texts;
  };
  // The payee sees the expected payment date, or the date since which payment is overdue.
  expect((await read(hauler)).some((text) => /^(Expected|Overdue since) /.test(text))).toBe(true);
  const first = await manager.call(recordPayment, { ...pay, amount: "100", reference: "10417" });
  await manager.call(reversePayment, { settlement_payment_id: first.id, reason: "The check came back" });
  await manager.call(recordPayment, { ...pay, amount: "200", reference: "10422" });
  const texts = await read(manager);
  // Check that the page has these texts, so that the comparison with the PDF covered them.
  for (const text of [
    "EIN ending in 6789",
    MEMO,
    "Check, 10422",
    "Check, 10417, Taken back: The check came back",
    "Balances between you",
    "Advances to be taken back",
    "Chains & binders",
    "Advances, holdbacks and deductions",
    "Nov 3, 2026: 2 lines",
  ])
    expect(texts).toContain(text);
});

test("exports the statement's note as a CSV column", async () => {
  const { manager, id } = await statement();
  const text = (
    await readBytes((await manager.call(readPayStatementFile, { id, as: "csv" })).body)
  ).toString();
  const [head, ...rows] = text.trim().split(/\r?\n/);
  expect(head).toMatch(/,Remarks,Memo$/);
  for (const row of rows) expect(row.endsWith(`,${MEMO}`)).toBe(true);
});

test("breaks a long statement into pages between rows and numbers each page", async () => {
  const lines = Array.from({ length: 200 }, (_, n) => ({
    ...SAMPLE_LINE,
    seq: n,
    remarks: ["x ".repeat(200)],
  }));
  const paper = {
    head: { ...SAMPLE_HEADER, memo: "m ".repeat(500) },
    lines,
    is_payer: true,
    payments: [],
    balances: [],
  };
  const file = await readBytes(
    writeStatementPdf({ ...paper, lines: [...lines, createDeductionLine(201, "y ".repeat(100), -5)] }),
  );
  const pages = file.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
  const text = readPdfText(file);
  expect(pages).toBeGreaterThan(5);
  for (let n = 1; n <= pages; n++) expect(text).toContain(`Page ${n}\n`);
});
