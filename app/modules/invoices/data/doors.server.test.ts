import { expect, test } from "vitest";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { createBillingFixture, INVOICE_CUSTOMER, INVOICE_LINES } from "../testing/billing.server";
import { deleteInvoice, issueInvoice } from "./issue.server";
import { buildPublicPath } from "./link.server";
import { getInvoice, getInvoiceList, listInvoices } from "./list.server";
import { getInvoicePage, readInvoiceFile } from "./page.server";
import { payInvoice, reverseInvoicePayment } from "./pay.server";
import { readPublicInvoice, readPublicInvoiceFile } from "./public.server";
import { createInvoice, updateInvoice } from "./write.server";

const db = await openTestDatabase();
const sigOf = (id: number) => new URL(buildPublicPath(id), "https://x.test").searchParams.get("sig") ?? "";

test("hides an invoice from other companies; a signed link opens only its own invoice", async () => {
  const { hauler, rival, manager, issued } = await createBillingFixture(db);
  const { id } = await issued(hauler);
  const other = await issued(hauler, { customer_name: "Someone else" });
  const { payments } = (await hauler.call(getInvoicePage, { invoice_id: id })).paper;
  expect(payments).toEqual([]);
  const paid = await hauler.call(payInvoice, { invoice_id: id, amount: "1" });
  for (const who of [rival, manager]) {
    for (const ask of [
      () => who.call(getInvoice, { invoice_id: id }),
      () => who.call(getInvoicePage, { invoice_id: id }),
      () => who.call(readInvoiceFile, { invoice_id: id, as: "invoice" as const }),
      () => who.call(payInvoice, { invoice_id: id }),
      () => who.call(deleteInvoice, { invoice_id: id }),
      () => who.call(issueInvoice, { invoice_id: id }),
      () =>
        who.call(updateInvoice, { invoice_id: id, version: 3, ...INVOICE_CUSTOMER, lines: INVOICE_LINES }),
      () => who.call(reverseInvoicePayment, { invoice_payment_id: paid.id, reason: "No" }),
    ])
      expect((await catchError(ask())).kind).toBe("missing");
    expect((await who.call(listInvoices, {})).invoices).toEqual([]);
    expect((await catchError(who.call(listInvoices, { last_id: id }))).kind).toBe("invalid");
    expect(await who.call(getInvoiceList, {})).toMatchObject({ has_any: false, open_cents: 0 });
  }
  const nobody = await actAs(db, await makeUser(db, {}), null);
  expect((await nobody.call(readPublicInvoice, { invoice_id: id, sig: sigOf(id) })).paper.title).toBe(
    "Invoice 1001",
  );
  for (const sig of ["", "x", sigOf(other.id), `${sigOf(id)}x`]) {
    expect((await catchError(nobody.call(readPublicInvoice, { invoice_id: id, sig }))).kind).toBe("missing");
    const file = nobody.call(readPublicInvoiceFile, { invoice_id: id, sig, as: "invoice" });
    expect((await catchError(file)).kind).toBe("missing");
  }
  const draft = await hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: INVOICE_LINES });
  expect(
    (await catchError(nobody.call(readPublicInvoice, { invoice_id: draft.id, sig: sigOf(draft.id) }))).kind,
  ).toBe("missing");
  const early = nobody.call(readPublicInvoiceFile, { invoice_id: id, sig: sigOf(id), as: "receipt" });
  expect((await catchError(early)).kind).toBe("missing");
});
