import { and, asc, eq, isNotNull } from "drizzle-orm";
import { loadImport, loadImportRow } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, Reading } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";

/** An import of the acting company; else 404. */
export async function ownImport(ctx: Reading, id: number) {
  const [row] = await ctx.read
    .select()
    .from(loadImport)
    .where(and(eq(loadImport.id, id), eq(loadImport.company_id, ctx.actor.company.id)));
  if (!row) throw missing("We couldn't find that import, or you don't have access to it.");
  return row;
}
export type LoadImport = Awaited<ReturnType<typeof ownImport>>;

/** The same while nothing is under way with it. */
export async function restingImport(ctx: Ctx<CompanyActor>, id: number) {
  const found = await ownImport(ctx, id);
  if (found.act) throw notNow("Its loads are being saved or taken back. Wait until that is done.");
  return found;
}

/** Its rows, in their order. */
export const rowsOf = (ctx: Pick<Reading, "read">, id: number) =>
  ctx.read
    .select()
    .from(loadImportRow)
    .where(eq(loadImportRow.load_import_id, id))
    .orderBy(asc(loadImportRow.line));
export type ImportRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** Whether loads of it are there. */
export async function hasLoads(ctx: Pick<Reading, "read">, id: number): Promise<boolean> {
  const [one] = await ctx.read
    .select({ line: loadImportRow.line })
    .from(loadImportRow)
    .where(and(eq(loadImportRow.load_import_id, id), isNotNull(loadImportRow.trip_ticket_id)))
    .limit(1);
  return one !== undefined;
}

export const GROUPS = ["wrong", "right", "loads", "left_out"] as const;
export type RowGroup = (typeof GROUPS)[number];

/** Where a row stands. */
export function rowGroupOf(row: ImportRow): RowGroup {
  if (row.trip_ticket_id !== null) return "loads";
  if (row.is_left_out) return "left_out";
  return row.load !== null && row.problem === null ? "right" : "wrong";
}
