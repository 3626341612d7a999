import { expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { createBillingFixture, INVOICE_CUSTOMER, INVOICE_LINES } from "../testing/billing.server";
import { getInvoiceForm, getNewInvoiceForm } from "./forms.server";
import { deleteInvoice, issueInvoice } from "./issue.server";
import { getInvoice } from "./list.server";
import { createInvoice } from "./write.server";

const db = await openTestDatabase();
const rock = { description: "Rock", quantity: "10", price: "20" };

test("treats a negative line as a discount before tax, and shows it in the form as typed", async () => {
  const { hauler } = await createBillingFixture(db);
  const lines = [rock, { description: "Discount", price: "−25.50" }, { description: "Refund", amount: -450 }];
  const { id } = await hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines, tax: "10" });
  const saved = await hauler.call(getInvoice, { invoice_id: id });
  expect(saved.lines.map((line) => line.amount)).toEqual([20_000, -2_550, -450]);
  expect(saved).toMatchObject({ subtotal: 17_000, tax: 1_700, total: 18_700 });
  const form = await hauler.call(getInvoiceForm, { invoice_id: id });
  expect(form.lines.map((line) => line.price)).toEqual(["20.00", "-25.50", "-4.50"]);
  await hauler.call(issueInvoice, { invoice_id: id });
  const less = hauler.call(createInvoice, {
    ...INVOICE_CUSTOMER,
    lines: [rock, { description: "x", price: "-200" }],
  });
  expect((await catchError(less)).refusal.facts.fields).toEqual({
    "lines[0].price": ["An invoice must be for more than zero."],
  });
});

test("offers an earlier customer and fills in the customer's details on a new invoice", async () => {
  const { hauler, manager } = await createBillingFixture(db);
  const customer = { ...INVOICE_CUSTOMER, customer_name: "Baraga County", customer_address: "1 Court St" };
  const { id } = await hauler.call(createInvoice, {
    ...customer,
    lines: INVOICE_LINES,
    memo: "Thanks for July",
  });
  const { customers } = await hauler.call(getNewInvoiceForm, {});
  expect(customers[0]).toEqual({ name: "Baraga County", invoice_id: id });
  const { values, lines } = await hauler.call(getNewInvoiceForm, { customer: id });
  expect(values).toMatchObject({ customer_name: "Baraga County", customer_address: "1 Court St", memo: "" });
  expect(lines).toEqual([]);
  expect((await manager.call(getNewInvoiceForm, {})).customers).not.toContainEqual(customers[0]);
  expect((await catchError(manager.call(getNewInvoiceForm, { customer: id }))).kind).toBe("missing");
});

test("reports whether an invoice was voided or a draft deleted", async () => {
  const { hauler, issued } = await createBillingFixture(db);
  const { id } = await issued(hauler);
  expect(await hauler.call(deleteInvoice, { invoice_id: id })).toMatchObject({ is_void: true });
  const draft = await hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: INVOICE_LINES });
  expect(await hauler.call(deleteInvoice, { invoice_id: draft.id })).toMatchObject({ is_void: false });
});
