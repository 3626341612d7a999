import { eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { loadImport, loadImportRow, tripTicket } from "#db/schema";
import { enqueue } from "~/core/work/work.server";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, notNow } from "~/web/refusal";
import { revise } from "~/web/revise.server";
import { countWork } from "~/web/work-limit.server";
import { readLoadColumns } from "./columns";
import { hasLoads, restingImport, rowGroupOf, rowsOf } from "./own.server";
import { checkedSteps, checkImport } from "./recheck.server";
import { carryOutImport, laneOfImport } from "./runner.server";

const input = z.strictObject({ import_id: z.number().int() });

/** Who begins what the queue carries out. */
const begunBy = ({ actor }: Ctx<CompanyActor>) => ({
  act_user_id: actor.user?.id ?? null,
  act_key: actor.user ? null : actor.key,
});

/**
 * Save the rows that are right, each as keyed from its paper, by the queue. They are checked once more first, beside what
 * was saved since they were shown: none is saved that was not shown as right.
 */
export const saveImport = procedure({
  name: "saveImport",
  may: "trip_ticket.create",
  input,
  output: idOutput,
  async run(ctx, { import_id }) {
    const found = await restingImport(ctx, import_id);
    if (!ctx.actor.permissions.trip_ticket.update)
      throw forbidden("Your crew doesn't have permission to change tickets.");
    const rows = await rowsOf(ctx, import_id);
    const right = rows.filter((row) => rowGroupOf(row) === "right");
    if (right.length === 0) throw notNow("No rows are ready yet. Fix the ones with problems first.");
    const of = { ...found, columns: readLoadColumns(found.columns ?? {}) };
    const checked = await checkImport(ctx, of, rows);
    countWork(ctx.actor, "imported", right.length, ctx.now);
    return ctx.commit(
      [
        revise(ctx, loadImport, found, { act: "saving", ...begunBy(ctx) }, isNull(loadImport.act)),
        ...checkedSteps(ctx, import_id, right, checked),
        enqueue(carryOutImport, { import: import_id }, { lane: laneOfImport(ctx.actor) }),
      ],
      { id: import_id },
    );
  },
});

/** Take every load of an import back, by the queue; refused as soon as one of them is on a statement. */
export const undoImport = procedure({
  name: "undoImport",
  may: "trip_ticket.delete",
  input,
  output: idOutput,
  async run(ctx, { import_id }) {
    const found = await restingImport(ctx, import_id);
    if (!(await hasLoads(ctx, import_id))) throw notNow("None of its rows are loads.");
    const [paid] = await ctx.read
      .select({ line: loadImportRow.line })
      .from(loadImportRow)
      .innerJoin(
        tripTicket,
        sql`${tripTicket.id} = ${loadImportRow.trip_ticket_id} AND NOT ${tripTicket.is_deleted}`,
      )
      .where(
        sql`${loadImportRow.load_import_id} = ${import_id} AND EXISTS (SELECT 1 FROM trip_ticket_settlement s
          WHERE s.trip_ticket_id = ${tripTicket.id} AND s.posted_lines > 0)`,
      )
      .limit(1);
    if (paid)
      throw notNow(
        "Some of these loads are on a pay statement. Void that first, or correct the loads one by one.",
      );
    return ctx.commit(
      [
        revise(ctx, loadImport, found, { act: "undoing", ...begunBy(ctx) }, isNull(loadImport.act)),
        enqueue(carryOutImport, { import: import_id }, { lane: laneOfImport(ctx.actor) }),
      ],
      { id: import_id },
    );
  },
});

/** Throw an import away of which no row is a load: nothing of it stays. */
export const deleteImport = procedure({
  name: "deleteImport",
  may: "trip_ticket.create",
  input,
  output: idOutput,
  async run(ctx, { import_id }) {
    const found = await restingImport(ctx, import_id);
    if (await hasLoads(ctx, import_id)) throw notNow("Some of its rows are loads. Take them back first.");
    const none = sql`NOT EXISTS (SELECT 1 FROM load_import_row r WHERE r.load_import_id = ${import_id} AND r.trip_ticket_id IS NOT NULL)`;
    return ctx.commit(
      [
        revise(ctx, loadImport, found, {}, isNull(loadImport.act), none),
        mayMiss(ctx.write.delete(loadImportRow).where(eq(loadImportRow.load_import_id, import_id))),
        mustHit(ctx.write.delete(loadImport).where(eq(loadImport.id, import_id))),
      ],
      { id: import_id },
    );
  },
});
