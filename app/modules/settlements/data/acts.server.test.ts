import { expect, test } from "vitest";
import { createRandom } from "#db/random";
import { watchChanges } from "#db/testing/reading";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { getDay } from "~/lib/time/time";
import { log } from "~/web/log.server";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { makeStatementsTask } from "../shared/run.server";
import { createActionCounter, createSeeds, postDraftWithRetry } from "../testing/acts.server";
import { findLedgerErrors } from "../testing/ledger.server";
import { createSettlementWeek, readPreviewedReceivers, settleWeek } from "../testing/week.server";
import { addAdjustment } from "./adjustments.server";
import { createStatements } from "./make.server";
import { addSettlementRule } from "./rules.server";
import { closePeriod } from "./settings.server";
import { deleteDraft, draftStatement } from "./statements.server";
import { voidStatement } from "./void.server";

const db = await openTestDatabase();

/** Each random action and its verification need a dozen requests, which is slow with a remote database. */
const isRemote = process.env.TEST_TRANSPORT === "sqld";
// Seeds that found errors before; with the fourth, a correction was voided whose load was on a later draft again. Known
// seeds run only on a local database file.
const SEEDS = createSeeds(isRemote ? [] : [1, 7, 20_261_108, 1_936_688_926], 3);
const ACTS = isRemote ? 40 : 220;
const NAMES = [
  "a load",
  "another amount",
  "posts",
  "posts all",
  "pays",
  "bounces",
  "voids",
  "adjusts",
  "rules",
  "closes",
  "drafts",
  "posts a draft",
  "throws a draft away",
  "runs",
];
const REFUSALS = [
  /That is more than the \$[\d,.]+ left/,
  /Reverse its payments first/,
  /Statement \d+ corrects it: void that first/,
  /states its loads again: (void|delete) that first/,
  /It's already taken back/,
  /That is more than the \$[\d,.]+ (advanced|held back)/,
  /Check this: loads on this statement changed/,
];
const { outcomeOf, expectAll } = createActionCounter();

test.each(SEEDS)(
  "balances are right after random settlement actions in random order (seed %i)",
  async (seed) => {
    const { next } = createRandom(seed);
    const roll = (below: number) => (next() * 2 ** 32) % below;
    const { manager, ids, load } = await createSettlementWeek(db);
    const payer = ids.manager.id;
    const receivers = [ids.hauler.id, ids.logger.id];
    const one = <T>(of: readonly T[]): T | undefined => of[roll(of.length)];
    const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
      (await db.batch([{ sql, params: [payer] }]))[0]?.rows.map((row) => ({ ...row })) ?? [];
    const today = getDay(new Date(), "America/Detroit");
    const receiver = () => one(receivers) ?? 0;
    const statement = async () =>
      Number(one(await rows("SELECT id FROM settlement_statement WHERE paying_company_id = ?"))?.id ?? 0);
    const draft = async () =>
      Number(
        one(
          await rows("SELECT id FROM settlement_statement WHERE posted_at IS NULL AND paying_company_id = ?"),
        )?.id ?? 0,
      );
    const cents = () => `${roll(400)}.${String(roll(100)).padStart(2, "0")}`;
    const acts: [string, () => Promise<unknown>][] = [
      ["a load", () => load(receiver(), roll(9) ? 100 + roll(90_000) : null)],
      ["a load", () => load(receiver(), 100 + roll(90_000))],
      [
        "another amount",
        async () => {
          const claim = one(
            await rows("SELECT id FROM amount_owed WHERE paying_company_id = ? AND due_cents IS NOT NULL"),
          );
          if (claim)
            await db.batch([
              {
                sql: "UPDATE amount_owed SET due_cents = cast(? as integer), version = version + 1 WHERE id = ?",
                params: [roll(4) ? roll(90_000) : 0, Number(claim.id)],
              },
            ]);
        },
      ],
      ["posts", () => settleWeek(manager, [receiver()], today, roll(2) === 0)],
      ["posts all", () => settleWeek(manager, receivers, today, roll(2) === 0)],
      [
        "pays",
        async () => {
          const open = one(
            await rows(
              "SELECT id, total_cents - paid_cents AS rest FROM settlement_statement WHERE total_cents > paid_cents AND status_type_id = 1 AND paying_company_id = ?",
            ),
          );
          const rest = Number(open?.rest ?? 0);
          const amount = roll(3) ? rest : roll(2) ? rest + 1 : 1 + roll(Math.max(rest, 1));
          await manager.call(recordPayment, {
            settlement_statement_id: Number(open?.id ?? 0),
            amount: (amount / 100).toFixed(2),
            method: "check",
            paid_on: today,
            as_stated: roll(2) > 0,
          });
        },
      ],
      [
        "pays",
        async () => {
          const open = one(
            await rows(
              "SELECT id, total_cents - paid_cents AS rest FROM settlement_statement WHERE total_cents > paid_cents AND status_type_id = 1 AND paying_company_id = ?",
            ),
          );
          const rest = Number(open?.rest ?? 0);
          const amount = roll(3) ? rest : roll(2) ? rest + 1 : 1 + roll(Math.max(rest, 1));
          await manager.call(recordPayment, {
            settlement_statement_id: Number(open?.id ?? 0),
            amount: (amount / 100).toFixed(2),
            method: "check",
            paid_on: today,
            as_stated: roll(2) > 0,
          });
        },
      ],
      [
        "another amount",
        async () => {
          const claim = one(
            await rows("SELECT id FROM amount_owed WHERE paying_company_id = ? AND due_cents IS NOT NULL"),
          );
          if (claim)
            await db.batch([
              {
                sql: "UPDATE amount_owed SET due_cents = cast(? as integer), version = version + 1 WHERE id = ?",
                params: [roll(4) ? roll(90_000) : 0, Number(claim.id)],
              },
            ]);
        },
      ],
      [
        "bounces",
        async () => {
          const paid = one(
            await rows(
              "SELECT p.id FROM settlement_payment p JOIN settlement_statement s ON s.id = p.settlement_statement_id WHERE s.paying_company_id = ?",
            ),
          );
          await manager.call(reversePayment, {
            settlement_payment_id: Number(paid?.id ?? 0),
            reason: "Bounced",
          });
        },
      ],
      [
        "voids",
        async () =>
          manager.call(voidStatement, { settlement_statement_id: await statement(), reason: "Wrong" }),
      ],
      [
        "voids",
        async () =>
          manager.call(voidStatement, { settlement_statement_id: await statement(), reason: "Wrong" }),
      ],
      [
        "adjusts",
        () =>
          manager.call(addAdjustment, {
            receiving_company_id: receiver(),
            kind:
              one(["addition", "deduction", "advance", "recovery", "holdback", "release"] as const) ??
              "addition",
            amount: cents(),
            words: "Agreed",
            due_on: "2026-11-01",
          }),
      ],
      [
        "rules",
        () =>
          manager.call(addSettlementRule, {
            receiving_company_id: receiver(),
            kind: one(["deduction", "holdback", "recovery"] as const) ?? "deduction",
            ...(roll(2) ? { percent: "5" } : { amount: cents() }),
            ...(roll(2) ? { cap: "50.00" } : {}),
            words: "Every time",
            starts_on: "2026-01-01",
          }),
      ],
      [
        "drafts",
        () =>
          manager.call(draftStatement, {
            period_end: today,
            receiving_company_id: receiver(),
            takes_lower: roll(2) === 0,
          }),
      ],
      ["posts a draft", async () => postDraftWithRetry(manager, await draft())],
      [
        "throws a draft away",
        async () => manager.call(deleteDraft, { settlement_statement_id: await draft() }),
      ],
      [
        "drafts",
        () =>
          manager.call(draftStatement, {
            period_end: today,
            receiving_company_id: receiver(),
            takes_lower: roll(2) === 0,
          }),
      ],
      [
        "throws a draft away",
        async () => manager.call(deleteDraft, { settlement_statement_id: await draft() }),
      ],
      [
        "runs",
        async () => {
          const { settlement_run_id } = await manager.call(createStatements, {
            period_end: today,
            receivers: await readPreviewedReceivers(manager, today, receivers, roll(2) === 0),
            is_beside: true,
          });
          const run = { run: settlement_run_id ?? 0, key: null };
          // Sometimes the task runs twice, as after a server crash before the task was marked as done.
          for (let i = roll(2); i >= 0; i--)
            await runTaskNow(makeStatementsTask, { db, now: () => new Date(), log }, run);
        },
      ],
      [
        "closes",
        () => manager.call(closePeriod, { closed_through: `2026-10-${10 + roll(10)}`, reason: "Done" }),
      ],
    ];
    const isChanged = watchChanges(db);
    for (let i = 0; i < ACTS; i++) {
      const act = one(acts);
      if (!act) continue;
      const outcome = await outcomeOf(...act);
      if (!isChanged()) continue;
      expect({ act: act[0], outcome, faults: await findLedgerErrors(db, payer) }).toMatchObject({
        faults: [],
      });
    }
  },
  120_000,
);

test.skipIf(isRemote)("the tests above performed every kind of action and met every refusal", () => {
  expectAll(NAMES, REFUSALS);
});
