import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { getImport } from "../data/import-page.server";
import { addImport, mapImportColumns } from "../data/imports.server";
import { importLoadsTask } from "../shared/runner.server";
import { COLUMN_HEADINGS, createSheetRow, type SheetRow } from "./sheet";

/** A job whose office imports loads, a rate that pays for them, and what tests do with both. */
export async function createImportFixture() {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const hauler = h.hauler.actor.company?.name ?? "";
  await h.cutRate({ rate: 40_000 });
  return {
    db,
    h,
    good: (n: number, more?: Partial<SheetRow>) => createSheetRow(hauler, n, more),
    sql: async (text: string, args: (string | number)[] = []) =>
      (await db.client.execute({ sql: text, args })).rows.map((row) => ({ ...row })),
    /** Carry out the queued work of an import immediately. */
    carryOut: (id: number) => runTaskNow(importLoadsTask, { db, now: () => new Date(), log }, { import: id }),
    /** Add an import, set its columns, and return its id. */
    async read(text: string, who: { call: Harvest["manager"]["call"] } = h.manager) {
      const { id, mapped } = await who.call(addImport, { job_id: h.ids.job, text });
      if (!mapped) await who.call(mapImportColumns, { import_id: id, ...COLUMN_HEADINGS, dates: "mdy" });
      return id;
    },
    standing: async (id: number, show?: "wrong" | "right" | "loads") =>
      h.manager.call(getImport, { import_id: id, show }),
  };
}
