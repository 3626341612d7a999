import { expect, test } from "vitest";
import { verifyPay } from "#db/audit/pay";
import { createRandom } from "#db/random";
import { watchChanges } from "#db/testing/reading";
import { openTestDatabase } from "#db/testing/test-database";
import { correctPaidLoad } from "~/modules/trip-tickets/shared/correction.server";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { AppError } from "~/web/refusal";
import { markNotPayable, markPayable } from "../amounts-owed/data/payable.server";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { createActionCounter, createSeeds, postDraftWithRetry } from "../testing/acts.server";
import { findLedgerErrors } from "../testing/ledger.server";
import { createSettledHarvest, findDoublePaid } from "../testing/loads.server";
import { settleWeek } from "../testing/week.server";
import { addAdjustment } from "./adjustments.server";
import { deleteDraft, draftStatement } from "./statements.server";
import { voidStatement } from "./void.server";

/**
 * Tests real loads that change between statements: loads are rescaled, moved to another hauler, reopened, deleted,
 * repriced, split differently or marked not payable, while statements are drafted, posted, paid, reversed and voided.
 * After each action no load is paid twice, the balances are right, and the amounts owed match a second calculation.
 */
const db = await openTestDatabase();
const isRemote = process.env.TEST_TRANSPORT === "sqld";
const SEEDS = createSeeds(isRemote ? [] : [932_004_712, 1_623_760_437], isRemote ? 1 : 3);
const ACTS = isRemote ? 25 : 140;
/** Number of actions between verifications; each verification reads the whole database. */
const EACH = 7;
const { outcomeOf, expectAll } = createActionCounter();

test.each(SEEDS)(
  "pays a load once, however it changes between statements (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    const w = await createSettledHarvest(db);
    const { manager, ids, rows, today } = w;
    const payer = ids.manager.id;
    const haulers = [ids.hauler.id, ids.second.id];
    const receivers = [...haulers, ids.logger.id, ids.owner.id];
    const one = async (sql: string) => {
      const results = await rows(sql, payer);
      return results.length ? Number(random.pick(results).id) : 0;
    };
    const statement = (also: string) =>
      one(`SELECT id FROM settlement_statement s WHERE paying_company_id = ? AND ${also}`);
    const loads: number[] = [];
    const aLoad = () => (loads.length ? random.pick(loads) : 0);
    const tons = () => (random.chance(0.1) ? null : random.between(10_000, 40_000));
    const some = () => receivers.filter(() => random.chance(0.5));
    const scale = async () => {
      const id = aLoad();
      const [row] = await rows("SELECT version FROM trip_ticket WHERE id = ?", id);
      const values = {
        id,
        version: Number(row?.version) + 1,
        scaled_volume: (random.between(10_000, 40_000) / 1000).toFixed(3),
      };
      const scaled = { ...values, scaled_wood_unit_type_id: 2 };
      await manager.call(updateTicket, scaled).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.kind !== "forbidden") throw error;
        return manager.call(correctPaidLoad, { ...scaled, reason: "Weighed again", save_anyway: true });
      });
    };
    const pay = async () => {
      const id = await statement("total_cents > paid_cents AND status_type_id = 1 AND posted_at IS NOT NULL");
      const [row] = await rows(
        "SELECT total_cents - paid_cents AS rest FROM settlement_statement WHERE id = ?",
        id,
      );
      const rest = Number(row?.rest ?? 0);
      await manager.call(recordPayment, {
        settlement_statement_id: id,
        amount: ((random.chance(0.7) ? rest : random.between(1, Math.max(rest, 1))) / 100).toFixed(2),
        method: "check",
        paid_on: today,
        as_stated: true,
      });
    };
    const acts: [string, () => Promise<unknown>][] = [
      ["a load", async () => loads.push(await w.load(random.pick(haulers), tons(), random.between(1, 20)))],
      ["a load", async () => loads.push(await w.load(random.pick(haulers), tons(), random.between(1, 20)))],
      ["scaled", scale],
      ["scaled", scale],
      ["another hauler", () => w.change(aLoad(), { hauler_company_id: random.pick(haulers) })],
      ["another hauler", () => w.change(aLoad(), { hauler_company_id: random.pick(haulers) })],
      ["another hauler", () => w.change(aLoad(), { hauler_company_id: random.pick(haulers) })],
      ["opened or closed", () => w.change(aLoad(), { trip_ticket_status_id: random.pick([2, 3, 3]) })],
      ["deleted or not", () => w.change(aLoad(), { is_deleted: random.chance(0.3) })],
      [
        "another rate",
        () =>
          w
            .follow(random.between(80_000, 160_000), random.between(0, 25), random.chance(0.4) ? some() : [])
            .catch((error: unknown) => {
              // The database index rejects two rates from the same day; another action runs instead.
              if (!String(error).includes("unique")) throw error;
            }),
      ],
      ["posts", () => settleWeek(manager, some(), today, random.chance(0.7))],
      ["posts", () => settleWeek(manager, some(), today, random.chance(0.7))],
      ["posts", () => settleWeek(manager, receivers, today, true)],
      [
        "drafts",
        () =>
          manager.call(draftStatement, {
            period_end: today,
            receiving_company_id: random.pick(receivers),
            takes_lower: random.chance(0.7),
          }),
      ],
      [
        "throws a draft away",
        async () =>
          manager.call(deleteDraft, { settlement_statement_id: await statement("posted_at IS NULL") }),
      ],
      ["posts a draft", async () => postDraftWithRetry(manager, await statement("posted_at IS NULL"))],
      ["pays", pay],
      ["pays", pay],
      [
        "bounces",
        async () =>
          manager.call(reversePayment, {
            settlement_payment_id: await one(
              "SELECT p.id FROM settlement_payment p JOIN settlement_statement s ON s.id = p.settlement_statement_id WHERE s.paying_company_id = ?",
            ),
            reason: "Bounced",
          }),
      ],
      [
        "voids",
        async () =>
          manager.call(voidStatement, {
            settlement_statement_id: await statement("paid_cents = 0"),
            reason: "Wrong",
          }),
      ],
      [
        "voids",
        async () =>
          manager.call(voidStatement, {
            settlement_statement_id: await statement("paid_cents = 0"),
            reason: "Wrong",
          }),
      ],
      [
        "not payable",
        async () =>
          manager.call(markNotPayable, {
            trip_ticket_settlement_id: await one(
              "SELECT id FROM amount_owed WHERE paying_company_id = ? AND posted_cents = 0",
            ),
            reason: "Own truck",
          }),
      ],
      [
        "payable",
        async () =>
          manager.call(markPayable, {
            trip_ticket_settlement_id: await one(
              "SELECT id FROM amount_owed WHERE paying_company_id = ? AND voided_at IS NOT NULL",
            ),
          }),
      ],
      [
        "adjusts",
        () =>
          manager.call(addAdjustment, {
            receiving_company_id: random.pick(receivers),
            kind: random.pick(["addition", "deduction", "advance", "recovery"] as const),
            amount: `${random.between(0, 300)}.${random.between(10, 99)}`,
            words: "Agreed",
            due_on: today,
          }),
      ],
    ];
    const isChanged = watchChanges(db);
    for (let i = 0; i < ACTS; i++) {
      const [act, doIt] = random.pick(acts);
      const outcome = await outcomeOf(act, doIt);
      // Sometimes the queue hasn't processed the change yet.
      if (random.chance(0.8)) await w.queue();
      if (isChanged()) {
        const faults = [...(await findLedgerErrors(db, payer)), ...(await findDoublePaid(w))];
        expect({ i, act, outcome, faults }).toMatchObject({ faults: [] });
      }
      if (i % EACH !== 0 && i !== ACTS - 1) continue;
      await w.queue();
      expect({ i, act, outcome, faults: (await verifyPay(db)).faults }).toMatchObject({ faults: [] });
    }
  },
  240_000,
);

test.skipIf(isRemote)(
  "the random changes include every action, and a void that would pay a load twice is refused",
  () => {
    expectAll(
      [
        "a load",
        "adjusts",
        "another hauler",
        "another rate",
        "bounces",
        "deleted or not",
        "drafts",
        "not payable",
        "opened or closed",
        "payable",
        "pays",
        "posts",
        "posts a draft",
        "scaled",
        "throws a draft away",
        "voids",
      ],
      [/pays .+ for its loads: void that first/],
    );
  },
);
