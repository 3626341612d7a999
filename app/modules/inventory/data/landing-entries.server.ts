import { and, eq, or } from "drizzle-orm";
import { landing, landingInventory } from "#db/schema";
import { getCurrentEntry, groupAdjustments, type InventoryRow } from "~/modules/jobs/rules/inventory";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import type { Ctx } from "~/web/procedure";

/** Return an inventory entry on a job's landings as adjusted by later rows; null if it doesn't exist. */
export async function readInventoryEntry(ctx: Pick<Ctx, "read">, jobId: number, id: number) {
  const results = await ctx.read
    .select({ row: landingInventory })
    .from(landingInventory)
    .innerJoin(landing, eq(landing.id, landingInventory.landing_id))
    .where(
      and(
        or(eq(landingInventory.id, id), eq(landingInventory.adjusts_id, id)),
        eq(landing.job_id, jobId),
        eq(landing.is_deleted, false),
      ),
    )
    .orderBy(landingInventory.id);
  const rows = results.map(({ row }) => row);
  const row = rows.find((r) => r.id === id);
  return row ? { row, now: getCurrentEntry(row, groupAdjustments(rows).get(id)) } : null;
}

/**
 * Check whether an inventory entry may be edited. An entry created by a load can't be; a recorded entry may be edited
 * by the company that recorded it and by the job's office.
 */
export const canEditEntry = (
  job: VisibleJob,
  row: InventoryRow & { creator_company_id: number | null },
  flag: "edit_inventory" | "delete_inventory",
): boolean =>
  job.rights[flag] &&
  row.trip_ticket_id === null &&
  row.adjusts_id === null &&
  !row.is_deleted &&
  (job.rights.office || row.creator_company_id === job.me);

export const EDITABLE_ENTRY_FIELDS = [
  "estimated_volume_remaining",
  "wood_unit_type_id",
  "cutter_company_id",
  "skidder_company_id",
] as const;
