import { afterAll, expect, test } from "vitest";
import { createRandom } from "#db/random";
import { watchChanges } from "#db/testing/reading";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { recordPayment } from "~/modules/settlements/shared/payments.server";
import { AppError } from "~/web/refusal";
import { RefusedCallError } from "../../../../e2e/support/stripe/parameters";
import type { SentEvent } from "../../../../e2e/support/stripe/world";
import { findInvoiceFaults } from "../testing/billing.server";
import { runHourlyCardTask } from "../testing/card-questions.server";
import { createCardTestSite, findCardFaults } from "../testing/cards.server";
import { deleteInvoice } from "./issue.server";
import { payInvoice, reverseInvoicePayment } from "./pay.server";

const db = await openTestDatabase();
const site = await createCardTestSite(db);
const { world, time } = site;
const { connected } = world;
afterAll(() => site.close());

const isRemote = process.env.TEST_TRANSPORT === "sqld";
const SEEDS = [3, 20_261_123, ...(isRemote ? [] : [1, 2].map(() => Math.floor(Math.random() * 2 ** 31)))];
const ACTS = isRemote ? 30 : 200;
const HOUR = 3_600_000;
const today = getDay(new Date(), "America/Detroit");

const NAMES = [
  "presses",
  "pays",
  "fails",
  "pays later",
  "arrives",
  "bounces",
  "pays by hand",
  "the payer records",
  "takes back",
  "voids",
  "refunds",
  "a refund fails",
  "disputes",
  "wins",
  "loses",
  "comes back",
  "sends",
  "loses events",
  "an hour",
];
/** Actions that other actions depend on, repeated so that they are picked more often. */
const MORE = ["presses", "presses", "presses", "pays", "pays", "fails", "pays later", "arrives"];
const done = new Set<string>();

const hourly = () => runHourlyCardTask(site);

test.each(SEEDS)(
  "matches Stripe's cents after random card actions with duplicate, late, shuffled or lost events (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    const all = await site.billing();
    const { hauler, manager, ids } = all;
    const statements: number[] = [];
    const rows = async (sql: string) =>
      (await db.batch([{ sql, params: [ids.hauler.id] }]))[0]?.rows.map((row) => Number(row.id)) ?? [];
    const any = <T>(list: readonly T[]): T | undefined => (list.length ? random.pick(list) : undefined);
    const open = async () =>
      any(await rows("SELECT id FROM invoice WHERE company_id = ? AND status = 'open'")) ?? 0;
    const sessions = (status: string) =>
      [...world.sessions.values()].filter(
        (s) => connected.ownerOf(s.id) === all.account && s.status === status,
      );
    const intents = () =>
      [...connected.intents.values()].filter((i) => connected.ownerOf(i.id) === all.account);
    const waiting: SentEvent[] = [];
    const acts: Record<string, () => unknown> = {
      presses: async () => site.press(await open()),
      pays: () => world.pay(any(sessions("open"))?.id ?? "", "paid"),
      fails: () => world.pay(any(sessions("open"))?.id ?? "", random.pick(["declined", "challenge_failed"])),
      "pays later": () => world.pay(any(sessions("open"))?.id ?? "", "processing"),
      arrives: () => connected.arrive(any(sessions("complete").filter(isWaiting))?.id ?? "", true),
      bounces: () => connected.arrive(any(sessions("complete").filter(isWaiting))?.id ?? "", false),
      "pays by hand": async () =>
        hauler.call(payInvoice, { invoice_id: await open(), amount: `${random.between(1, 60)}.50` }),
      "the payer records": () =>
        manager.call(recordPayment, {
          settlement_statement_id: any(statements) ?? 0,
          amount: `${random.between(1, 40)}.25`,
          method: "check",
          paid_on: today,
        }),
      "takes back": async () =>
        hauler.call(reverseInvoicePayment, {
          invoice_payment_id:
            any(
              await rows(
                "SELECT p.id FROM invoice_payment p JOIN invoice i ON i.id = p.invoice_id WHERE i.company_id = ?",
              ),
            ) ?? 0,
          reason: "Wrong",
        }),
      voids: async () => hauler.call(deleteInvoice, { invoice_id: await open() }),
      refunds: () =>
        connected.refund(
          any(intents())?.id ?? "",
          random.chance(0.5) ? { amount: random.between(1, 9_000) } : {},
        ),
      "a refund fails": () =>
        connected.refundFails(
          any(
            [...connected.refunds.values()].filter(
              (r) => r.status === "succeeded" && connected.ownerOf(r.id) === all.account,
            ),
          )?.id ?? "",
        ),
      disputes: () => connected.dispute(any(intents().filter((i) => i.status === "succeeded"))?.id ?? ""),
      wins: () => connected.disputeEnds(any(disputes())?.id ?? "", "won"),
      loses: () => connected.disputeEnds(any(disputes())?.id ?? "", "lost"),
      "comes back": async () => site.come(await open()),
      sends: async () => {
        waiting.push(...world.takeEvents());
        for (let i = random.between(1, 4); i > 0 && waiting.length; i--) {
          const event = random.pick(waiting);
          expect((await site.send(event)).status).toBe(200);
          if (random.chance(0.7)) waiting.splice(waiting.indexOf(event), 1);
        }
      },
      "loses events": () => world.takeEvents(),
      "an hour": async () => {
        time.at += HOUR + 1_000;
        await hourly();
      },
    };
    const isWaiting = (s: { payment_intent: unknown }) =>
      connected.intents.get(String(s.payment_intent))?.status === "processing";
    const disputes = () =>
      [...connected.disputes.values()].filter(
        (d) => d.status === "needs_response" && connected.ownerOf(d.id) === all.account,
      );
    for (let i = 0; i < 3; i++) await all.issued(hauler);
    for (const cents of [12_345, 9_900]) {
      const statement = await all.stated(cents);
      statements.push(statement);
      await all.invoiced(statement);
    }
    const isChanged = watchChanges(db);
    for (let i = 0; i < ACTS; i++) {
      if (i % 10 === 9) await all.issued(hauler);
      const name = random.pick([...NAMES, ...MORE]);
      time.at += 1_000;
      const outcome = await Promise.resolve()
        .then(() => acts[name]?.())
        .then(
          () => {
            done.add(name);
            return "done";
          },
          (error: unknown) => {
            if (!(error instanceof AppError) && !(error instanceof RefusedCallError)) throw error;
            return error.message;
          },
        );
      if (!isChanged()) continue;
      expect({ name, outcome, faults: await findInvoiceFaults(db, [ids.hauler.id]) }).toMatchObject({
        faults: [],
      });
    }
    // Lost events are recovered within a day, and payments that came too late are refunded.
    for (let i = 0; i < 4; i++) {
      time.at += 25 * HOUR;
      await hourly();
    }
    expect(await findCardFaults(db, world, [ids.hauler.id])).toEqual([]);
  },
  240_000,
);

test.skipIf(isRemote)("the random runs include every action", () => {
  expect([...done].sort()).toEqual([...NAMES].sort());
});
