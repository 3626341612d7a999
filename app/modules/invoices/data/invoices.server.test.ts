import { expect, test } from "vitest";
import { actAs, catchError } from "#db/testing/acting";
import { readBytes, readPdfAmounts, readPdfText } from "#db/testing/pdf";
import { openTestDatabase } from "#db/testing/test-database";
import { formatMoney } from "~/lib/money/money";
import { getDay } from "~/lib/time/time";
import { voidStatement } from "~/modules/settlements/data/void.server";
import { recordPayment, reversePayment } from "~/modules/settlements/shared/payments.server";
import { getPayStatement } from "~/modules/settlements/statements/data/statement.server";
import {
  createBillingFixture,
  findInvoiceFaults,
  INVOICE_CUSTOMER,
  INVOICE_LINES,
} from "../testing/billing.server";
import { deleteInvoice, issueInvoice } from "./issue.server";
import { buildPublicPath } from "./link.server";
import { getInvoice, getInvoiceList, listInvoices } from "./list.server";
import { getInvoicePage, readInvoiceFile } from "./page.server";
import { payInvoice, reverseInvoicePayment } from "./pay.server";
import { readPublicInvoice } from "./public.server";
import { createInvoice, updateInvoice } from "./write.server";

const db = await openTestDatabase();
const today = getDay(new Date(), "America/Detroit");
const sigOf = (id: number) => new URL(buildPublicPath(id), "https://x.test").searchParams.get("sig") ?? "";
const plus = (days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test("shows the same cents on statement, invoice, public page, API, PDF and receipt", async () => {
  const { hauler, stated, invoiced } = await createBillingFixture(db);
  const statement = await stated(34_265, 10_001, 99);
  const { id } = await invoiced(statement);
  const payStatement = await hauler.call(getPayStatement, { id: statement, page: 0 });
  const amounts = payStatement.lines.map((line) => line.amount_cents).sort((a, b) => a - b);
  const sorted = (results: number[]) => [...results].sort((a, b) => a - b);
  const { paper } = await hauler.call(getInvoicePage, { invoice_id: id });
  expect(sorted(paper.lines.map((line) => line.amount_cents))).toEqual(amounts);
  const descriptions = paper.lines.map((line) => line.description).join("\n");
  for (const { load, job } of payStatement.lines) expect(descriptions).toContain(`load ${load} of ${job}, `);
  expect(paper).toMatchObject({
    total_cents: 44_365,
    left_cents: 44_365,
    status: "open",
  });
  const seen = await hauler.call(readPublicInvoice, { invoice_id: id, sig: sigOf(id) });
  expect(seen.paper).toEqual(paper);
  expect(await hauler.call(getInvoice, { invoice_id: id })).toMatchObject({
    status: "open",
    subtotal: 44_365,
    tax: 0,
    total: 44_365,
    amount_due: 44_365,
    settlement_statement_id: statement,
  });
  const printed = async (as: "invoice" | "receipt") =>
    readPdfText(await readBytes((await hauler.call(readInvoiceFile, { invoice_id: id, as })).body));
  const text = await printed("invoice");
  for (const amount of amounts) expect(readPdfAmounts(text)).toContain(amount);
  expect(text).toContain(`${formatMoney(44_365)}\n`);
  await hauler.call(payInvoice, { invoice_id: id });
  const receipt = await printed("receipt");
  expect(receipt).toContain("Receipt for invoice 1001");
  expect(readPdfAmounts(receipt).filter((cents) => cents === 44_365).length).toBeGreaterThanOrEqual(3);
  const after = await hauler.call(getPayStatement, { id: statement, page: 0 });
  expect([after.head.status, after.head.paid_cents, after.invoice?.title]).toEqual([
    "Paid",
    44_365,
    "Invoice 1001",
  ]);
});

test("records a payment or its reversal on invoice and statement alike, whichever it was entered on", async () => {
  const { manager, hauler, ids, stated, invoiced } = await createBillingFixture(db);
  const statement = await stated(10_000);
  const pay = { settlement_statement_id: statement, method: "check" as const, paid_on: today };
  await manager.call(recordPayment, { ...pay, amount: "25" });
  const { id } = await invoiced(statement);
  const left = async () => (await hauler.call(getInvoice, { invoice_id: id })).amount_due;
  expect(await left()).toBe(7_500);
  const { id: bounced } = await manager.call(recordPayment, { ...pay, amount: "30" });
  expect(await left()).toBe(4_500);
  await manager.call(reversePayment, { settlement_payment_id: bounced, reason: "Bounced" });
  expect(await left()).toBe(7_500);
  const mine = await hauler.call(payInvoice, { invoice_id: id, amount: "75", reference: "881" });
  expect((await hauler.call(getPayStatement, { id: statement, page: 0 })).head.status).toBe("Paid");
  expect((await catchError(hauler.call(payInvoice, { invoice_id: id }))).message).toBe("It's already paid.");
  await hauler.call(reverseInvoicePayment, { invoice_payment_id: mine.id, reason: "Bounced too" });
  expect(await left()).toBe(7_500);
  const { paper } = await hauler.call(getInvoicePage, { invoice_id: id });
  const others = paper.payments[0]?.id ?? 0;
  const refused = await catchError(
    hauler.call(reverseInvoicePayment, { invoice_payment_id: others, reason: "No" }),
  );
  expect(refused.message).toMatch(/recorded it on its statement, and takes it back there/);
  expect(await findInvoiceFaults(db, [ids.hauler.id])).toEqual([]);
});

test("allows one invoice per statement, by the payee only, and blocks voiding a statement with an invoice", async () => {
  const { manager, hauler, logger, rival, stated, invoiced } = await createBillingFixture(db);
  const statement = await stated(5_000);
  const { id } = await invoiced(statement);
  const again = createInvoice;
  expect((await catchError(hauler.call(again, { settlement_statement_id: statement }))).message).toBe(
    "Invoice 1001 already bills this statement.",
  );
  for (const who of [manager, logger, rival])
    expect((await catchError(who.call(again, { settlement_statement_id: statement }))).kind).toBe("missing");
  const gone = { settlement_statement_id: statement, reason: "Wrong" };
  expect((await catchError(manager.call(voidStatement, gone))).message).toMatch(
    /^Invoice 1001 from .* bills it/,
  );
  await hauler.call(deleteInvoice, { invoice_id: id });
  const next = await hauler.call(createInvoice, { settlement_statement_id: statement });
  await manager.call(voidStatement, gone);
  expect((await catchError(hauler.call(issueInvoice, { invoice_id: next.id }))).message).toBe(
    "The statement is void.",
  );
});

test("allows changing and deleting a draft; an issued invoice's number, lines and amounts can't change", async () => {
  const { hauler, ids, issued } = await createBillingFixture(db);
  const draft = await hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: INVOICE_LINES, tax: "6" });
  expect(await hauler.call(getInvoice, { invoice_id: draft.id })).toMatchObject({
    number: null,
    status: "draft",
    subtotal: 49_550,
    tax: 2_973,
    total: 52_523,
    invoice_pdf: null,
  });
  await hauler.call(updateInvoice, {
    invoice_id: draft.id,
    version: 2,
    ...INVOICE_CUSTOMER,
    lines: INVOICE_LINES.slice(1),
  });
  const stale = hauler.call(updateInvoice, {
    invoice_id: draft.id,
    version: 2,
    ...INVOICE_CUSTOMER,
    lines: INVOICE_LINES,
  });
  expect((await catchError(stale)).kind).toBe("stale");
  await hauler.call(deleteInvoice, { invoice_id: draft.id });
  expect((await catchError(hauler.call(getInvoice, { invoice_id: draft.id }))).kind).toBe("missing");
  const first = await issued(hauler);
  await hauler.call(deleteInvoice, { invoice_id: first.id });
  const second = await issued(hauler);
  const numberOf = async (id: number) => (await hauler.call(getInvoice, { invoice_id: id })).number;
  expect([await numberOf(first.id), await numberOf(second.id)]).toEqual([1001, 1002]);
  expect((await catchError(hauler.call(deleteInvoice, { invoice_id: first.id }))).message).toBe(
    "It's already void.",
  );
  const edit = { invoice_id: second.id, version: 3, ...INVOICE_CUSTOMER, lines: INVOICE_LINES };
  expect((await catchError(hauler.call(updateInvoice, edit))).message).toMatch(
    /An issued invoice can't be changed/,
  );
  for (const sql of [
    `UPDATE invoice SET total_cents = 1, subtotal_cents = 1 WHERE id = ${second.id}`,
    `UPDATE invoice SET number = 1007 WHERE id = ${second.id}`,
    `UPDATE invoice SET status = 'paid' WHERE id = ${second.id}`,
    `UPDATE invoice SET status = 'draft', number = NULL WHERE id = ${second.id}`,
    `UPDATE invoice SET status = 'open' WHERE id = ${first.id}`,
    `UPDATE invoice_line SET amount_cents = 1 WHERE invoice_id = ${second.id}`,
    `DELETE FROM invoice_line WHERE invoice_id = ${second.id}`,
    `INSERT INTO invoice_line (invoice_id, seq, description, amount_cents) VALUES (${second.id}, 9, 'x', 1)`,
    `DELETE FROM invoice WHERE id = ${second.id}`,
    `INSERT INTO invoice_payment (invoice_id, amount_cents, method, paid_on, creator_company_id, created_at)
      VALUES (${second.id}, 49551, 'check', '${today}', ${ids.hauler.id}, '')`,
    `INSERT INTO invoice (company_id, number, status, customer_name, issued_on, creator_company_id, created_at)
      VALUES (${ids.hauler.id}, 1004, 'open', 'x', '${today}', ${ids.hauler.id}, '')`,
  ])
    await expect(db.batch([{ sql, params: [] }]), sql).rejects.toThrow();
  expect(await findInvoiceFaults(db, [ids.hauler.id])).toEqual([]);
});

test("derives past due from dates alone, and pages through invoices by first and last id", async () => {
  const { hauler, issued, ids } = await createBillingFixture(db);
  const created: number[] = [];
  for (let i = 0; i < 12; i++) created.push((await issued(hauler, i % 2 ? { due_on: plus(3) } : {})).id);
  const first = await hauler.call(listInvoices, {});
  expect(first.invoices.map(({ id }) => id)).toEqual([...created].reverse().slice(0, 10));
  expect(first.meta).toMatchObject({ has_previous: false, has_next: true });
  const second = await hauler.call(listInvoices, { last_id: first.meta.last_id ?? 0 });
  expect(second.invoices.map(({ id }) => id)).toEqual([created[1], created[0]]);
  expect(second.meta).toMatchObject({ has_previous: true, has_next: false });
  const back = await hauler.call(listInvoices, { first_id: second.meta.first_id ?? 0 });
  expect(back.invoices).toEqual(first.invoices);
  const listed = async (who: typeof hauler, status: "open" | "past_due" | "paid") =>
    (await who.call(listInvoices, { status })).invoices.map((i) => i.status);
  expect(await listed(hauler, "past_due")).toEqual([]);
  const later = await actAs(
    db,
    hauler.actor.user?.id ?? 0,
    ids.hauler.id,
    () => new Date(Date.now() + 2 * 86_400_000),
  );
  expect(await listed(later, "past_due")).toEqual(Array.from({ length: 6 }, () => "past_due"));
  expect(await listed(later, "open")).toEqual(Array.from({ length: 6 }, () => "open"));
  const sums = await later.call(getInvoiceList, {});
  expect([sums.open_cents, sums.late_cents]).toEqual([12 * 49_550, 6 * 49_550]);
  const [stored] = await db.batch([
    { sql: "SELECT DISTINCT status FROM invoice WHERE company_id = ?", params: [ids.hauler.id] },
  ]);
  expect(stored?.rows.map((row) => row.status)).toEqual(["open"]);
});
