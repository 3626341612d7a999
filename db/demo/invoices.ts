import { and, desc, eq } from "drizzle-orm";
import { getDay } from "~/lib/time/time";
import { issueInvoice } from "~/modules/invoices/data/issue.server";
import { payInvoice } from "~/modules/invoices/data/pay.server";
import { createInvoice } from "~/modules/invoices/data/write.server";
import type { Database } from "../client.server";
import * as t from "../schema";
import { actAs } from "../testing/acting";
import type { DemoCompanies } from "./companies";

const DAY = 86_400_000;

/**
 * Create invoices: the land manager's to customers, one in each status, and the hauler's for its last statement. The
 * first is a draft, so that every invoice page can be opened.
 */
export async function seedInvoices(db: Database, c: DemoCompanies, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const day = (days: number) => getDay(ago(days), "America/Detroit");
  const office = (days: number) => actAs(db, c.people.manager, c.manager.id, () => ago(days));
  const [fsc] = await db.read
    .select({ id: t.certification.id })
    .from(t.certification)
    .where(and(eq(t.certification.company_id, c.manager.id), eq(t.certification.license, "FSC-C104455")))
    .limit(1);
  const heating = {
    customer_name: "Grayling Heating Cooperative",
    customer_email: "office@grayling-heating.example",
    customer_address: "12 Depot Street, Grayling, MI",
  };
  const chips = {
    description: "Hardwood chips, delivered",
    unit: "tons",
    price: "38.50",
    certification_id: fsc?.id,
  };

  await (await office(1)).call(createInvoice, {
    customer_name: "Maple Ridge Camp",
    customer_phone: "9895550142",
    due_on: day(-29),
    tax: "6",
    lines: [
      { description: "Firewood, split and seasoned", quantity: "6", unit: "cords", price: "210" },
      { description: "Delivery", price: "75" },
    ],
  });
  const issued = async (days: number, due: number, lines: { quantity: string }[]) => {
    const who = await office(days);
    const invoice = await who.call(createInvoice, {
      ...heating,
      due_on: day(days - due),
      lines: lines.map((line) => ({ ...chips, ...line })),
    });
    await who.call(issueInvoice, { invoice_id: invoice.id });
    return invoice.id;
  };
  const paid = await issued(70, 30, [{ quantity: "52.4" }, { quantity: "49.75" }]);
  await (await office(52)).call(payInvoice, {
    invoice_id: paid,
    amount: "2000",
    method: "check",
    reference: "3317",
    paid_on: day(52),
  });
  await (await office(41)).call(payInvoice, { invoice_id: paid, method: "ach", paid_on: day(41) });
  await issued(44, 30, [{ quantity: "47.3" }]);
  await issued(9, 30, [{ quantity: "48.85" }, { quantity: "50.1" }]);

  const s = t.settlementStatement;
  const [last] = await db.read
    .select({ id: s.id })
    .from(s)
    .where(and(eq(s.receiving_company_id, c.hauler.id), eq(s.status_type_id, 1)))
    .orderBy(desc(s.id))
    .limit(1);
  if (!last) return;
  const hauler = await actAs(db, c.people.hauler, c.hauler.id, () => now);
  const asks = await hauler.call(createInvoice, { settlement_statement_id: last.id, due_on: day(-14) });
  await hauler.call(issueInvoice, { invoice_id: asks.id });
}
