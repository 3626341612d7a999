import type { Database } from "#db/client.server";
import { insertRow, makeClaim } from "#db/factories";
import { companyFeatureAccess } from "#db/schema";
import { makeHarvest } from "#db/testing/harvest";
import { createStatements } from "../data/make.server";
import { previewStatements } from "../data/preview.server";

export const PERIOD_END = "2026-11-08";
type Person = Awaited<ReturnType<typeof makeHarvest>>["manager"];

/** Create a harvest whose manager settles; the test sets the amounts owed directly, without rates. */
export async function createSettlementWeek(db: Database) {
  const harvest = await makeHarvest(db);
  const { ids } = harvest;
  await insertRow(db, companyFeatureAccess, {
    company_id: ids.manager.id,
    feature_id: 3,
    is_active: true,
    created_at: "2026-01-01T00:00:00.000Z",
  }).catch(() => null);
  const load = async (receiver: number, due_cents: number | null, more: Record<string, unknown> = {}) => {
    const id = await harvest.ticket({ trip_ticket_status_id: 7 });
    return makeClaim(
      db,
      { id, job: ids.job },
      {
        paying_company_id: ids.manager.id,
        receiving_company_id: receiver,
        due_cents,
        ...(due_cents === null ? { problem: "no_volume" } : {}),
        earned_on: "2026-11-03",
        ...more,
      },
    );
  };
  return { ...harvest, load };
}

/** Return the data that the page would send for these receivers, or for all receivers with open items. */
export async function readPreviewedReceivers(
  who: Person,
  through = PERIOD_END,
  receivers?: readonly number[],
  lower = false,
) {
  const preview = await who.call(previewStatements, { period_end: through });
  return preview.receivers
    .filter((r) => !receivers || receivers.includes(r.receiving_company_id))
    .map((r) => {
      const sums = lower && r.lowered ? r.lowered.with : r;
      return {
        receiving_company_id: r.receiving_company_id,
        expected_cents: sums.total_cents,
        expected_lines: sums.line_count,
        takes_lower: lower,
      };
    });
}

/** Create and post statements for the receivers' open items. */
export const settleWeek = async (
  who: Person,
  receivers?: readonly number[],
  through = PERIOD_END,
  lower = false,
) =>
  who.call(createStatements, {
    period_end: through,
    receivers: await readPreviewedReceivers(who, through, receivers, lower),
  });
