import { expect, test } from "vitest";
import { watchChanges } from "#db/testing/reading";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { voidStatement } from "~/modules/settlements/data/void.server";
import { recordPayment, reversePayment } from "~/modules/settlements/shared/payments.server";
import { AppError } from "~/web/refusal";
import { createBillingFixture, findInvoiceFaults, INVOICE_CUSTOMER } from "../testing/billing.server";
import { deleteInvoice, issueInvoice } from "./issue.server";
import { payInvoice, reverseInvoicePayment } from "./pay.server";
import { createInvoice, updateInvoice } from "./write.server";

const db = await openTestDatabase();

/** Create a random number generator (mulberry32) that repeats for the same seed. */
function dice(seed: number) {
  let a = seed;
  return (below: number) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** With a remote database, each action and its check take a dozen requests, so fewer actions run. */
const isRemote = process.env.TEST_TRANSPORT === "sqld";
// The fixed seeds run only on a local file database.
const SEEDS = [
  ...(isRemote ? [] : [1, 7, 20_261_123]),
  ...[1, 2, 3].map(() => Math.floor(Math.random() * 2 ** 31)),
];
const ACTS = isRemote ? 40 : 160;
const NAMES = [
  "states",
  "drafts",
  "asks",
  "edits",
  "issues",
  "pays",
  "is paid",
  "bounces",
  "takes back",
  "deletes",
  "voids",
];
const REFUSALS = [
  /That is more than the \$[\d,.]+ left/,
  /It's already paid/,
  /It is void/,
  /A draft can't be paid/,
  /already bills this statement/,
  /bills it\. Void that first/,
  /It's already issued/,
  /It's already taken back/,
  /recorded it on its statement/,
  /It has payments/,
  /An issued invoice can't be changed/,
  /The statement is void/,
];
const done = new Set<string>();
const refused = new Set<string>();

test.each(SEEDS)(
  "keeps invoices and statements equal to the cent through random actions in any order (seed %i)",
  async (seed) => {
    const roll = dice(seed);
    const { manager, hauler, ids, stated } = await createBillingFixture(db);
    const today = getDay(new Date(), "America/Detroit");
    const one = <T>(of: readonly T[]): T | undefined => of[roll(of.length)];
    const rows = async (sql: string) =>
      (await db.batch([{ sql, params: [ids.hauler.id] }]))[0]?.rows.map((row) => Number(row.id)) ?? [];
    const any = async (more = "") =>
      one(await rows(`SELECT id FROM invoice WHERE company_id = ? ${more}`)) ?? 0;
    const statement = async () =>
      one(
        await rows(
          "SELECT id FROM settlement_statement WHERE receiving_company_id = ? AND posted_at IS NOT NULL",
        ),
      ) ?? 0;
    const settled = async () =>
      one(
        await rows(
          "SELECT p.id FROM settlement_payment p JOIN settlement_statement s ON s.id = p.settlement_statement_id WHERE s.receiving_company_id = ?",
        ),
      ) ?? 0;
    const payment = async () =>
      one(
        await rows(
          "SELECT p.id FROM invoice_payment p JOIN invoice i ON i.id = p.invoice_id WHERE i.company_id = ?",
        ),
      ) ?? 0;
    const dollars = (most: number) => `${roll(most)}.${String(roll(100)).padStart(2, "0")}`;
    const lines = () =>
      Array.from({ length: 1 + roll(4) }, (_, n) => ({
        description: `Line ${n + 1}`,
        ...(roll(3) ? { quantity: `${1 + roll(30)}.${roll(1000)}`.slice(0, 6), unit: "tons" } : {}),
        ...(roll(4)
          ? { price: `${roll(60)}.${String(roll(10_000)).padStart(4, "0")}` }
          : { amount: 1 + roll(90_000) }),
      })).map((line) => ("amount" in line ? { description: line.description, amount: line.amount } : line));
    const tax = () => one(["0", "6", "6.25", "7.1234"]) ?? "0";
    const acts: [string, () => Promise<unknown>][] = [
      ["states", () => stated(100 + roll(90_000))],
      ["drafts", () => hauler.call(createInvoice, { ...INVOICE_CUSTOMER, tax: tax(), lines: lines() })],
      ["asks", async () => hauler.call(createInvoice, { settlement_statement_id: await statement() })],
      ["asks", async () => hauler.call(createInvoice, { settlement_statement_id: await statement() })],
      [
        "edits",
        async () => {
          const invoice_id = await any(
            roll(4) ? "AND status = 'draft' AND settlement_statement_id IS NULL" : "",
          );
          const [row] =
            (await db.batch([{ sql: "SELECT version FROM invoice WHERE id = ?", params: [invoice_id] }]))[0]
              ?.rows ?? [];
          const version = Number(row?.version ?? 0) + 1;
          await hauler.call(updateInvoice, {
            invoice_id,
            version,
            ...INVOICE_CUSTOMER,
            tax: tax(),
            lines: lines(),
          });
        },
      ],
      ["issues", async () => hauler.call(issueInvoice, { invoice_id: await any("AND status = 'draft'") })],
      ["issues", async () => hauler.call(issueInvoice, { invoice_id: await any("AND status = 'draft'") })],
      ["issues", async () => hauler.call(issueInvoice, { invoice_id: await any() })],
      ["pays", async () => hauler.call(payInvoice, { invoice_id: await any() })],
      ["pays", async () => hauler.call(payInvoice, { invoice_id: await any(), amount: dollars(900) })],
      [
        "pays",
        async () =>
          hauler.call(payInvoice, { invoice_id: await any("AND status = 'open'"), amount: dollars(90) }),
      ],
      [
        "is paid",
        async () =>
          manager.call(recordPayment, {
            settlement_statement_id: await statement(),
            amount: dollars(400),
            method: "check",
            paid_on: today,
          }),
      ],
      [
        "bounces",
        async () =>
          manager.call(reversePayment, { settlement_payment_id: await settled(), reason: "Bounced" }),
      ],
      [
        "takes back",
        async () =>
          hauler.call(reverseInvoicePayment, { invoice_payment_id: await payment(), reason: "Bounced" }),
      ],
      [
        "takes back",
        async () =>
          hauler.call(reverseInvoicePayment, { invoice_payment_id: await payment(), reason: "Bounced" }),
      ],
      ["deletes", async () => hauler.call(deleteInvoice, { invoice_id: await any() })],
      [
        "voids",
        async () =>
          manager.call(voidStatement, { settlement_statement_id: await statement(), reason: "Wrong" }),
      ],
    ];
    const isChanged = watchChanges(db);
    for (let i = 0; i < ACTS; i++) {
      const act = one(acts);
      if (!act) continue;
      const outcome = await act[1]().then(
        () => {
          done.add(act[0]);
          return "done";
        },
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          const words = [error.message, ...Object.values(error.facts.fields ?? {}).flat()].join(" ");
          refused.add(words);
          return words;
        },
      );
      if (!isChanged()) continue;
      expect({ act: act[0], outcome, faults: await findInvoiceFaults(db, [ids.hauler.id]) }).toMatchObject({
        faults: [],
      });
    }
  },
  120_000,
);

test.skipIf(isRemote)("the random runs include every action and every expected refusal", () => {
  expect([...done].sort()).toEqual([...NAMES].sort());
  for (const words of REFUSALS) expect([...refused].join("\n")).toMatch(words);
});
