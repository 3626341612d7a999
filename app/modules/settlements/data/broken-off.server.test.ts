import { expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { AppError } from "~/web/refusal";
import { makeStatementsTask } from "../shared/run.server";
import { findLedgerErrors } from "../testing/ledger.server";
import { createSettlementWeek, PERIOD_END, readPreviewedReceivers } from "../testing/week.server";
import { createStatements } from "./make.server";

/** Run statement creation in a process that is killed before or after each of its writes. */
const db = await openTestDatabase();
const now = () => new Date();

/** Create a database wrapper that fails before or after its nth write and at every later write. */
function killedAt(nth: number, when: "before" | "after"): { dying: Database; writes: () => number } {
  let writes = 0;
  const dying: Database = {
    ...db,
    async batch(statements, options) {
      writes += 1;
      if (writes > nth || (writes === nth && when === "before")) throw new Error("killed");
      const done = await db.batch(statements, options);
      if (writes === nth) throw new Error("killed");
      return done;
    },
  };
  return { dying, writes: () => writes };
}

async function begunRun() {
  const week = await createSettlementWeek(db);
  const { manager, ids, load } = week;
  for (const cents of [10_000, 20_000, 5]) await load(ids.hauler.id, cents);
  await load(ids.logger.id, 30_000);
  const receivers = await readPreviewedReceivers(manager);
  const statements = await manager.call(createStatements, {
    period_end: PERIOD_END,
    receivers,
    is_beside: true,
  });
  return { ...week, run: { run: statements.settlement_run_id ?? 0, key: null } };
}

const posted = async (payer: number) =>
  (
    await db.batch([
      {
        sql: "SELECT total_cents, line_count FROM settlement_statement WHERE paying_company_id = ? ORDER BY total_cents",
        params: [payer],
      },
    ])
  )[0]?.rows.map((row) => [Number(row.total_cents), Number(row.line_count)]);
const WHOLE = [
  [30_000, 1],
  [30_005, 3],
];

test("a run killed at any write resumes to the same statements, without duplicates", async () => {
  let steps = 0;
  for (let nth = 1; ; nth++) {
    let reached = false;
    for (const when of ["before", "after"] as const) {
      const { manager, ids, run } = await begunRun();
      const { dying, writes } = killedAt(nth, when);
      await runTaskNow(makeStatementsTask, { db: dying, now, log }, run).catch((error: unknown) => {
        expect(error).toMatchObject({ message: "killed" });
      });
      reached ||= writes() >= nth;
      const instant = `killed ${when} write ${nth}`;
      expect(await findLedgerErrors(db, ids.manager.id), instant).toEqual([]);
      await runTaskNow(makeStatementsTask, { db, now, log }, run);
      expect(await posted(ids.manager.id), instant).toEqual(WHOLE);
      await runTaskNow(makeStatementsTask, { db, now, log }, run);
      expect(await posted(ids.manager.id), instant).toEqual(WHOLE);
      expect(await findLedgerErrors(db, ids.manager.id), instant).toEqual([]);
      expect(await readPreviewedReceivers(manager), instant).toEqual([]);
    }
    if (!reached) break;
    steps = nth;
  }
  // Two drafts, two postings, and finishing the run.
  expect(steps).toBeGreaterThanOrEqual(5);
}, 300_000);

test("when two people settle the same week at once, one succeeds and the other gets a stale error", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  const colleague = await actAs(db, await makeUser(db, {}, [ids.manager.admins]), ids.manager.id);
  await load(ids.hauler.id, 10_000);
  const receivers = await readPreviewedReceivers(manager);
  const settle = (who: typeof manager) => who.call(createStatements, { period_end: PERIOD_END, receivers });
  const outcomes = await Promise.allSettled([settle(manager), settle(colleague)]);
  const refused = outcomes.flatMap((o) => (o.status === "rejected" ? [o.reason] : []));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toBeInstanceOf(AppError);
  expect(refused[0]).toMatchObject({ kind: "stale" });
  expect(await posted(ids.manager.id)).toEqual([[10_000, 1]]);
  expect(await findLedgerErrors(db, ids.manager.id)).toEqual([]);
});

test("two servers that process the same run create each statement once", async () => {
  const { ids, run } = await begunRun();
  await Promise.allSettled([1, 2].map(() => runTaskNow(makeStatementsTask, { db, now, log }, run)));
  await runTaskNow(makeStatementsTask, { db, now, log }, run);
  expect(await posted(ids.manager.id)).toEqual(WHOLE);
  expect(await findLedgerErrors(db, ids.manager.id)).toEqual([]);
});
