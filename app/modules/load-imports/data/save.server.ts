import { eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { loadImport, loadImportRow, tripTicket } from "#db/schema";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, unprocessable } from "~/web/refusal";
import { updateWithVersion } from "~/web/revise.server";
import { countUsage } from "~/web/usage-limit.server";
import { readLoadColumns } from "../rules/columns";
import { getImportQueueLane, importLoadsTask } from "../shared/runner.server";
import { getRowGroup, hasImportedLoads, readImportRows, requireIdleImport } from "./own.server";
import { buildStoreChecksSteps, checkImportRows } from "./recheck.server";

const input = z.strictObject({ import_id: z.number().int() });

/** Return the user who starts the queued work, or the API key if there is no user. */
const begunBy = ({ actor }: Ctx<CompanyActor>) => ({
  action_user_id: actor.user?.id ?? null,
  action_key: actor.user ? null : actor.key,
});

/**
 * Save the correct rows through the queue, each as if keyed from its paper. Rows are first checked again, against loads
 * saved in the meantime; only rows that were shown as correct are saved.
 */
export const saveImport = procedure({
  name: "saveImport",
  may: "trip_ticket.create",
  input,
  output: idOutput,
  async run(ctx, { import_id }) {
    const idleImport = await requireIdleImport(ctx, import_id);
    if (!ctx.actor.permissions.trip_ticket.update)
      throw forbidden("Your crew doesn't have permission to change tickets.");
    const rows = await readImportRows(ctx, import_id);
    const right = rows.filter((row) => getRowGroup(row) === "right");
    if (right.length === 0) throw unprocessable("No rows are ready yet. Fix the ones with problems first.");
    const of = { ...idleImport, columns: readLoadColumns(idleImport.columns ?? {}) };
    const checked = await checkImportRows(ctx, of, rows);
    countUsage(ctx.actor, "imported", right.length, ctx.now);
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          loadImport,
          idleImport,
          { action: "saving", ...begunBy(ctx) },
          isNull(loadImport.action),
        ),
        ...buildStoreChecksSteps(ctx, import_id, right, checked),
        buildEnqueueStep(importLoadsTask, { import: import_id }, { lane: getImportQueueLane(ctx.actor) }),
      ],
      { id: import_id },
    );
  },
});

/** Undo every load of an import through the queue; refused if any of its loads is on a statement. */
export const undoImport = procedure({
  name: "undoImport",
  may: "trip_ticket.delete",
  input,
  output: idOutput,
  async run(ctx, { import_id }) {
    const idleImport = await requireIdleImport(ctx, import_id);
    if (!(await hasImportedLoads(ctx, import_id))) throw unprocessable("None of its rows are loads.");
    const [paid] = await ctx.read
      .select({ line: loadImportRow.line })
      .from(loadImportRow)
      .innerJoin(
        tripTicket,
        sql`${tripTicket.id} = ${loadImportRow.trip_ticket_id} AND NOT ${tripTicket.is_deleted}`,
      )
      .where(
        sql`${loadImportRow.load_import_id} = ${import_id} AND EXISTS (SELECT 1 FROM amount_owed s
          WHERE s.trip_ticket_id = ${tripTicket.id} AND s.posted_lines > 0)`,
      )
      .limit(1);
    if (paid)
      throw unprocessable(
        "Some of these loads are on a pay statement. Void that first, or correct the loads one by one.",
      );
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          loadImport,
          idleImport,
          { action: "undoing", ...begunBy(ctx) },
          isNull(loadImport.action),
        ),
        buildEnqueueStep(importLoadsTask, { import: import_id }, { lane: getImportQueueLane(ctx.actor) }),
      ],
      { id: import_id },
    );
  },
});

/** Delete an import that has no loads, completely. */
export const deleteImport = procedure({
  name: "deleteImport",
  may: "trip_ticket.create",
  input,
  output: idOutput,
  async run(ctx, { import_id }) {
    const idleImport = await requireIdleImport(ctx, import_id);
    if (await hasImportedLoads(ctx, import_id))
      throw unprocessable("Some of its rows are loads. Take them back first.");
    const none = sql`NOT EXISTS (SELECT 1 FROM load_import_row r WHERE r.load_import_id = ${import_id} AND r.trip_ticket_id IS NOT NULL)`;
    return ctx.commit(
      [
        updateWithVersion(ctx, loadImport, idleImport, {}, isNull(loadImport.action), none),
        allowAnyRows(ctx.write.delete(loadImportRow).where(eq(loadImportRow.load_import_id, import_id))),
        expectOneRow(ctx.write.delete(loadImport).where(eq(loadImport.id, import_id))),
      ],
      { id: import_id },
    );
  },
});
