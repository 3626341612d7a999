import type { Row } from "@libsql/client";
import type { Database } from "#db/client.server";
import { groupBy, readQueriesTogether } from "#db/testing/reading";
import { createSettlementWeek, settleWeek } from "~/modules/settlements/testing/week.server";
import { issueInvoice } from "../data/issue.server";
import { createInvoice } from "../data/write.server";

export const INVOICE_LINES = [
  { description: "Firewood, split", quantity: "2.5", unit: "cords", price: "180" },
  { description: "Delivery", price: "45.50" },
];
export const INVOICE_CUSTOMER = { customer_name: "Aho Heating", customer_email: "office@aho.test" };

/** Create a settled week in which the manager can issue statements to the hauler. Manager and hauler may write invoices. */
export async function createBillingFixture(db: Database) {
  const week = await createSettlementWeek(db);
  const { manager, hauler, ids, load } = week;
  const stated = async (...cents: number[]) => {
    for (const due of cents) await load(ids.hauler.id, due);
    const { id } = await settleWeek(manager, [ids.hauler.id]);
    return id ?? 0;
  };
  type Who = typeof hauler;
  /** Create an issued invoice with typed lines. */
  const issued = async (who: Who, more: object = {}) => {
    const invoice = await who.call(createInvoice, { ...INVOICE_CUSTOMER, lines: INVOICE_LINES, ...more });
    return who.call(issueInvoice, { invoice_id: invoice.id });
  };
  /** Create an issued invoice for a statement. */
  const invoiced = async (statement: number) => {
    const invoice = await hauler.call(createInvoice, { settlement_statement_id: statement });
    return hauler.call(issueInvoice, { invoice_id: invoice.id });
  };
  return { ...week, stated, issued, invoiced };
}

/**
 * Recalculate invoices from lines, payments and statements alone, without stored sums and statuses, and return all
 * differences. The result is empty if everything is right.
 */
export async function findInvoiceFaults(db: Database, companies: readonly number[]): Promise<string[]> {
  const mine = "(SELECT id FROM invoice WHERE company_id IN (SELECT value FROM json_each(?)))";
  const [invoices = [], lines = [], payments = [], statements = [], settled = []] = await readQueriesTogether(
    db,
    [JSON.stringify(companies)],
    [
      `SELECT id, company_id, number, status, subtotal_cents, tax_ppm, tax_cents, total_cents, paid_cents, settlement_statement_id
         FROM invoice WHERE id IN ${mine} ORDER BY id`,
      `SELECT invoice_id, amount_cents FROM invoice_line WHERE invoice_id IN ${mine}`,
      `SELECT id, invoice_id, amount_cents, reverses_id FROM invoice_payment WHERE invoice_id IN ${mine} ORDER BY id`,
      `SELECT id, total_cents, status_type_id FROM settlement_statement
        WHERE receiving_company_id IN (SELECT value FROM json_each(?))`,
      `SELECT p.settlement_statement_id, p.amount_cents FROM settlement_payment p
         JOIN settlement_statement s ON s.id = p.settlement_statement_id
        WHERE s.receiving_company_id IN (SELECT value FROM json_each(?))`,
    ],
  );
  const faults: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) faults.push(what);
  };
  const sum = (rows: readonly Row[]) => rows.reduce((all, row) => all + Number(row.amount_cents), 0);
  const linesOf = groupBy(lines, "invoice_id");
  const paymentsOf = groupBy(payments, "invoice_id");
  for (const i of invoices) {
    const own = linesOf(i.id);
    const paid = paymentsOf(i.id);
    const subtotal = sum(own);
    // Hourly task that fetches from Stripe: payment pages that have ended, payments under way, and late payments not
    // yet refunded. Completed payments and accounts are fetched once a day, so a lost event delays a change by a day at
    // most.
    const exact = subtotal * Number(i.tax_ppm);
    const below = Math.floor(exact / 1_000_000);
    const rest = exact - below * 1_000_000;
    const tax = rest > 500_000 || (rest === 500_000 && below % 2 === 1) ? below + 1 : below;
    check(own.length > 0 && i.subtotal_cents === subtotal, `sum of ${i.id}`);
    check(i.tax_cents === tax && i.total_cents === subtotal + tax && subtotal + tax > 0, `total of ${i.id}`);
    check(
      i.paid_cents === sum(paid) && sum(paid) >= 0 && sum(paid) <= Number(i.total_cents),
      `paid of ${i.id}`,
    );
    check((i.status === "draft") === (i.number === null), `number of ${i.id}`);
    if (i.status === "paid") check(sum(paid) === i.total_cents, `${i.id} is paid, and isn't`);
    if (i.status === "open") check(sum(paid) < Number(i.total_cents), `${i.id} is open, and paid`);
    if (i.status === "draft" || i.status === "void")
      check(sum(paid) === 0, `${i.id} is ${i.status}, and paid`);
    for (const p of paid.filter(({ reverses_id }) => reverses_id !== null)) {
      const back = paid.filter(({ id }) => id === p.reverses_id);
      check(
        back.length === 1 && sum(back) === -Number(p.amount_cents),
        `${p.id} takes back another's payment`,
      );
    }
    if (i.settlement_statement_id === null) continue;
    const statement = statements.find((s) => s.id === i.settlement_statement_id);
    check(statement?.total_cents === i.total_cents, `${i.id} asks for what its statement doesn't say`);
    if (i.status === "open" || i.status === "paid") {
      check(statement?.status_type_id !== 3, `${i.id} asks for a void statement`);
      check(
        sum(settled.filter((p) => p.settlement_statement_id === statement?.id)) === sum(paid),
        `${i.id} and its statement were paid differently`,
      );
    }
    const live = invoices.filter(
      (other) => other.settlement_statement_id === i.settlement_statement_id && other.status !== "void",
    );
    check(live.length <= 1, `two invoices ask for statement ${i.settlement_statement_id}`);
  }
  for (const company of companies) {
    const numbers = invoices
      .flatMap((i) => (i.company_id === company && i.number !== null ? [Number(i.number)] : []))
      .sort((one, other) => one - other);
    check(
      numbers.every((number, index) => number === 1001 + index),
      `numbers of ${company} follow each other`,
    );
  }
  return faults;
}
