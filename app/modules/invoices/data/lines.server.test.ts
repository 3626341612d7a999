import { expect, test } from "vitest";
import { insertRow } from "#db/factories";
import { certification, companyCertification } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { createBillingFixture, INVOICE_CUSTOMER, INVOICE_LINES } from "../testing/billing.server";
import { issueInvoice } from "./issue.server";
import { getInvoice } from "./list.server";
import { payInvoice } from "./pay.server";
import { createInvoice } from "./write.server";

const db = await openTestDatabase();
const today = getDay(new Date(), "America/Detroit");
const plus = (days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test("shows the company's own license on a line, as it was when the invoice was written", async () => {
  const { hauler, manager, ids } = await createBillingFixture(db);
  const of = async (company_id: number, license: string, expires_at: string | null = null) => {
    const id = await insertRow(db, certification, {
      company_id,
      certification_type_id: 1,
      license,
      expires_at,
    });
    await insertRow(db, companyCertification, { company_id: ids.hauler.id, certification_id: id }).catch(
      () => 0,
    );
    return id;
  };
  const own = await of(ids.hauler.id, "FSC-C104455");
  const foreign = await of(ids.manager.id, "FSC-C999999");
  const old = await of(ids.hauler.id, "FSC-C000001", "2026-01-31T23:59:59.999Z");
  const lines = (certification_id: number) => [
    { ...INVOICE_LINES[0], description: "Pulpwood", certification_id },
  ];
  for (const [id, words] of [
    [foreign, "Choose one of your own certifications."],
    [old, "This certification has expired."],
  ] as const) {
    const { refusal } = await catchError(
      hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: lines(id) }),
    );
    expect(refusal.facts.fields).toEqual({ "lines[0].certification_id": [words] });
  }
  const { id } = await hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: lines(own) });
  await expect(
    db.batch([
      {
        sql: `INSERT INTO invoice_line (invoice_id, seq, description, amount_cents, certification_id, certification_license)
          VALUES (?, 2, 'x', 1, ?, 'FSC-C999999')`,
        params: [id, foreign],
      },
    ]),
  ).rejects.toThrow();
  await hauler.call(issueInvoice, { invoice_id: id });
  const next = await hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: lines(own) });
  await db.batch([{ sql: "UPDATE certification SET license = 'FSC-C777777' WHERE id = ?", params: [own] }]);
  expect((await hauler.call(getInvoice, { invoice_id: id })).lines[0]?.certification_license).toBe(
    "FSC-C104455",
  );
  expect((await catchError(hauler.call(issueInvoice, { invoice_id: next.id }))).message).toMatch(
    /A certification on it has changed/,
  );
  expect(manager.actor.company?.id).toBe(ids.manager.id);
});

test("rejects invalid amounts, impossible dates and a zero total with an error on the field", async () => {
  const { hauler, issued } = await createBillingFixture(db);
  const wrong = async (more: object) =>
    (await catchError(hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: INVOICE_LINES, ...more })))
      .refusal.facts.fields;
  expect(await wrong({ lines: [] })).toEqual({ "lines[0].description": ["Add a line: what is it for?"] });
  expect(await wrong({ lines: [{}, { description: "Rock" }] })).toEqual({
    "lines[1].price": ["Type a price like 12.50."],
  });
  expect(await wrong({ lines: [{ description: "Rock", price: "0" }] })).toEqual({
    "lines[0].price": ["An invoice must be for more than zero."],
  });
  expect(await wrong({ customer_name: " " })).toEqual({ customer_name: ["Type the customer's name."] });
  expect(await wrong({ due_on: plus(-1) })).toEqual({ due_on: ["Choose a day from today."] });
  for (const more of [
    { tax: "101" },
    { lines: [{ description: "x", price: "12.345678" }] },
    { due_on: "2026-02-30" },
  ])
    expect(Object.keys((await wrong(more)) ?? {})).toHaveLength(1);
  const { id } = await issued(hauler);
  const pay = async (more: object) =>
    (await catchError(hauler.call(payInvoice, { invoice_id: id, ...more }))).refusal.facts.fields;
  expect(await pay({ amount: "495.51" })).toEqual({ amount: ["That is more than the $495.50 left."] });
  expect(Object.keys((await pay({ paid_on: plus(1) })) ?? {})).toEqual(["paid_on"]);
  expect(Object.keys((await pay({ paid_on: plus(-1) })) ?? {})).toEqual(["paid_on"]);
  for (const amount of ["12.345", "abc", "0", "1e3", "-5"])
    expect(Object.keys((await pay({ amount })) ?? {})).toEqual(["amount"]);
});
