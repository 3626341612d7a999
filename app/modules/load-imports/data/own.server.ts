import { and, asc, eq, isNotNull } from "drizzle-orm";
import { loadImport, loadImportRow } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, ReadCtx } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";

/** Return an import of the acting company; else throw 404. */
export async function requireOwnImport(ctx: ReadCtx, id: number) {
  const [row] = await ctx.read
    .select()
    .from(loadImport)
    .where(and(eq(loadImport.id, id), eq(loadImport.company_id, ctx.actor.company.id)));
  if (!row) throw notFound("We couldn't find that import, or you don't have access to it.");
  return row;
}
export type LoadImport = Awaited<ReturnType<typeof requireOwnImport>>;

/** Return an import of the acting company; refuse if work on it is under way. */
export async function requireIdleImport(ctx: Ctx<CompanyActor>, id: number) {
  const match = await requireOwnImport(ctx, id);
  if (match.action) throw unprocessable("Its loads are being saved or taken back. Wait until that is done.");
  return match;
}

/** Rows of an import, in order. */
export const readImportRows = (ctx: Pick<ReadCtx, "read">, id: number) =>
  ctx.read
    .select()
    .from(loadImportRow)
    .where(eq(loadImportRow.load_import_id, id))
    .orderBy(asc(loadImportRow.line));
export type ImportRow = Awaited<ReturnType<typeof readImportRows>>[number];

/** Check whether any row of the import has become a load. */
export async function hasImportedLoads(ctx: Pick<ReadCtx, "read">, id: number): Promise<boolean> {
  const [one] = await ctx.read
    .select({ line: loadImportRow.line })
    .from(loadImportRow)
    .where(and(eq(loadImportRow.load_import_id, id), isNotNull(loadImportRow.trip_ticket_id)))
    .limit(1);
  return one !== undefined;
}

export const ROW_GROUPS = ["wrong", "right", "loads", "left_out"] as const;
export type RowGroup = (typeof ROW_GROUPS)[number];

/** Return the state of a row: saved as a load, left out, right, or wrong. */
export function getRowGroup(row: ImportRow): RowGroup {
  if (row.trip_ticket_id !== null) return "loads";
  if (row.is_skipped) return "left_out";
  return row.load !== null && row.problem === null ? "right" : "wrong";
}
