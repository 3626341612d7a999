import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { getImport } from "../data/import-page.server";
import { addImport, mapImport } from "../data/imports.server";
import { importLoadsTask } from "../shared/runner.server";
import { COLUMNS, createRow, type Row } from "./sheet";

/** A job whose office imports loads, a rate that pays for them, and what tests do with both. */
export async function createImporting() {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const hauler = h.hauler.actor.company?.name ?? "";
  await h.cutRate({ rate: 40_000 });
  return {
    db,
    h,
    good: (n: number, more?: Partial<Row>) => createRow(hauler, n, more),
    sql: async (text: string, args: (string | number)[] = []) =>
      (await db.client.execute({ sql: text, args })).rows.map((row) => ({ ...row })),
    /** Carry out an import's requested work at once. */
    carryOut: (id: number) => runTaskNow(importLoadsTask, { db, now: () => new Date(), log }, { import: id }),
    /** Begin an import with its columns already answered, and return its id. */
    async read(text: string, who: { call: Harvest["manager"]["call"] } = h.manager) {
      const { id, mapped } = await who.call(addImport, { job_id: h.ids.job, text });
      if (!mapped) await who.call(mapImport, { import_id: id, ...COLUMNS, dates: "mdy" });
      return id;
    },
    standing: async (id: number, show?: "wrong" | "right" | "loads") =>
      h.manager.call(getImport, { import_id: id, show }),
  };
}
