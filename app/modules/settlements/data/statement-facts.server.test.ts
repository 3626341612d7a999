import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { company } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { readBytes, readPdfText } from "#db/testing/pdf";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { listPayStatements } from "../statements/data/money.server";
import { readPayStatementFile } from "../statements/data/statement.server";
import { createSettlementWeek, settleWeek } from "../testing/week.server";
import { listToPay } from "./overview.server";
import { previewStatements } from "./preview.server";

const db = await openTestDatabase();
const today = () => getDay(new Date(), "America/Detroit");

test("To pay and Make statements show the same total for a payee, including corrections that lower pay", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  const first = await load(ids.hauler.id, 34_265);
  await settleWeek(manager, [ids.hauler.id]);
  await db.batch([{ sql: "UPDATE amount_owed SET due_cents = 20000 WHERE id = ?", params: [first] }]);
  await load(ids.hauler.id, 50_000);
  await load(ids.hauler.id, 7_500, { settlement_type_id: 1 });
  const { receivers } = await manager.call(listToPay, {});
  const toPay = receivers.find((r) => r.id === ids.hauler.id);
  const preview = await manager.call(previewStatements, { period_end: today() });
  const shown = preview.receivers.find((r) => r.receiving_company_id === ids.hauler.id);
  expect(toPay).toMatchObject({ cents: 57_500 - 14_265, loads: 3 });
  expect(shown?.lowered?.with.total_cents).toBe(toPay?.cents);
});

test("CSV, workbook and PDF show payer and payee with addresses", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  const place = { address: "1 Mill Rd", city: "Grayling", us_state_id: 26 };
  await db.batch([
    db.write.update(company).set(place).where(eq(company.id, ids.manager.id)).toSQL(),
    db.write
      .update(company)
      .set({ address: null, city: "Cadillac", us_state_id: null })
      .where(eq(company.id, ids.hauler.id))
      .toSQL(),
  ]);
  await load(ids.hauler.id, 34_265);
  const { id } = await settleWeek(manager, [ids.hauler.id]);
  const file = async (as: "csv" | "xlsx" | "pdf") =>
    readBytes((await manager.call(readPayStatementFile, { id: id ?? 0, as })).body);
  const [head, row] = (await file("csv")).toString().split(/\r?\n/);
  expect(head).toContain("From,From Address,To,To Address");
  expect(row).toContain('"1 Mill Rd, Grayling, MI"');
  expect(row).toContain(",Cadillac,");
  const sheet = (await readXlsx(await file("xlsx"))).sheets[1]?.rows ?? [];
  expect(sheet).toContainEqual(["From Address", "1 Mill Rd, Grayling, MI"]);
  expect(sheet).toContainEqual(["To Address", "Cadillac"]);
  const pdf = readPdfText(await file("pdf"));
  expect(pdf).toContain("1 Mill Rd, Grayling, MI");
  expect(pdf).toContain("Cadillac");
});

test("requires confirmation (save_anyway) for a check number that the payer used before", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 10_000);
  await load(ids.logger.id, 20_000);
  await settleWeek(manager, [ids.hauler.id]);
  await settleWeek(manager, [ids.logger.id]);
  const { rows } = await manager.call(listPayStatements, { page: 0 });
  const [second, first] = rows;
  const pay = (statement: number | undefined, more: object = {}) =>
    manager.call(recordPayment, {
      settlement_statement_id: statement ?? 0,
      amount: "50",
      method: "check",
      reference: "10422",
      paid_on: today(),
      ...more,
    });
  const { id } = await pay(first?.id);
  const { refusal } = await catchError(pay(second?.id));
  expect(refusal.facts.fields?.save_anyway?.[0]).toMatch(
    /^Check 10422 paid statement \d+ to .+\. Check the number\.$/,
  );
  // A different number, another payment method, and a confirmed duplicate are accepted.
  await pay(second?.id, { reference: "10423" });
  await pay(second?.id, { method: "ach" });
  await pay(second?.id, { save_anyway: true });
  await manager.call(reversePayment, { settlement_payment_id: id, reason: "Typed wrong" });
});
