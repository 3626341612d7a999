import { expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { CUSTOMER, createBilling, LINES } from "../testing/billing.server";
import { getInvoiceForm, getNewInvoice } from "./forms.server";
import { deleteInvoice, issueInvoice } from "./issue.server";
import { getInvoice } from "./list.server";
import { createInvoice } from "./write.server";

const db = await openTestDatabase();
const rock = { description: "Rock", quantity: "10", price: "20" };

test("a line below zero is a discount, taken off before tax, and comes back in the form as it was typed", async () => {
  const { hauler } = await createBilling(db);
  const lines = [rock, { description: "Discount", price: "−25.50" }, { description: "Refund", amount: -450 }];
  const { id } = await hauler.call(createInvoice, { ...CUSTOMER, lines, tax: "10" });
  const saved = await hauler.call(getInvoice, { invoice_id: id });
  expect(saved.lines.map((line) => line.amount)).toEqual([20_000, -2_550, -450]);
  expect(saved).toMatchObject({ subtotal: 17_000, tax: 1_700, total: 18_700 });
  const form = await hauler.call(getInvoiceForm, { invoice_id: id });
  expect(form.lines.map((line) => line.price)).toEqual(["20.00", "-25.50", "-4.50"]);
  await hauler.call(issueInvoice, { invoice_id: id });
  const less = hauler.call(createInvoice, {
    ...CUSTOMER,
    lines: [rock, { description: "x", price: "-200" }],
  });
  expect((await catchError(less)).refusal.facts.fields).toEqual({
    "lines[0].price": ["An invoice must be for more than zero."],
  });
});

test("a customer billed before is offered, and fills in the customer of a new invoice", async () => {
  const { hauler, manager } = await createBilling(db);
  const customer = { ...CUSTOMER, customer_name: "Baraga County", customer_address: "1 Court St" };
  const { id } = await hauler.call(createInvoice, { ...customer, lines: LINES, memo: "Thanks for July" });
  const { customers } = await hauler.call(getNewInvoice, {});
  expect(customers[0]).toEqual({ name: "Baraga County", invoice_id: id });
  const { values, lines } = await hauler.call(getNewInvoice, { customer: id });
  expect(values).toMatchObject({ customer_name: "Baraga County", customer_address: "1 Court St", memo: "" });
  expect(lines).toEqual([]);
  expect((await manager.call(getNewInvoice, {})).customers).not.toContainEqual(customers[0]);
  expect((await catchError(manager.call(getNewInvoice, { customer: id }))).kind).toBe("missing");
});

test("voiding says void, deleting a draft says deleted", async () => {
  const { hauler, issued } = await createBilling(db);
  const { id } = await issued(hauler);
  expect(await hauler.call(deleteInvoice, { invoice_id: id })).toMatchObject({ is_void: true });
  const draft = await hauler.call(createInvoice, { ...CUSTOMER, lines: LINES });
  expect(await hauler.call(deleteInvoice, { invoice_id: draft.id })).toMatchObject({ is_void: false });
});
