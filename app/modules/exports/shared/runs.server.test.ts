import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq, isNull } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { DatabaseError } from "#db/errors.server";
import { insertRow, makeUser } from "#db/factories";
import { companyFeatureAccess, exportRun } from "#db/schema";
import { actAs, actWithApiKey, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { openStoredFile } from "~/lib/files/store.server";
import { runDueTasks } from "~/lib/queue/testing/doing.server";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import { listApiKeys, makeApiKey, revokeApiKey } from "~/modules/companies/api-keys/data/api-keys.server";
import { commitSteps } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { getExportFile, getExportRun } from "../data/exports.server";
import { buildStoredFileResponse } from "../data/file-answer.server";
import { exportTickets, getTicketExport } from "../data/program-exports.server";
import { grantExportFeature } from "../testing/exporting.server";
import { deleteOldExports, EXPORT_FAILED_MESSAGE, writeExportTask } from "./runs.server";

let db: Database;
let h: Harvest;
let ids: number[];
/** Offset in milliseconds of the servers' clock in these tests; users' calls use the real time. */
let late = 0;
const now = () => new Date(Date.now() + late);

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  for (const who of [h.ids.manager, h.ids.hauler, h.ids.rival]) await grantExportFeature(db, who.id, now());
  ids = [];
  for (let n = 0; n < 7; n++)
    ids.push(
      await h.ticket({
        trip_ticket_status_id: 3,
        cutter_company_id: h.ids.logger.id,
        hauler_company_id: h.ids.hauler.id,
        dropped_off_at: "2026-11-16T19:05:00.000Z",
      }),
    );
});

const asRows = (csv: Buffer) => parse(csv, { bom: true, columns: true }) as Record<string, string>[];
const running = () => ({ db, now, log });
const quiet = () => ({ ...running(), log: log.child({}, { level: "silent" }) });
const writeDue = (server = running(), process?: string) => runDueTasks(server, [writeExportTask], process);
/** Update the queue item of an export run. */
const item = (run: number, change: string, ...params: string[]) =>
  db.batch([
    {
      sql: `UPDATE background_job SET ${change} WHERE json_extract(input, '$.run') = ?`,
      params: [...params, run],
    },
  ]);

describe("background export run", () => {
  const begin = () => h.manager.call(exportTickets, { dto: { trip_ticket_ids: ids.slice(0, 3) } });

  test("a background export is written by the queue, readable only by its creator, and expires after seven days", async () => {
    const { id } = await begin();
    expect(await h.manager.call(getTicketExport, { export_id: id })).toMatchObject({ state: "under way" });
    await writeDue();
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready", rows_done: 3 });
    const file = await h.manager.call(getExportFile, { id });
    const stored = await openStoredFile(file.storage_key);
    expect(asRows(Buffer.from(await new Response(stored?.body).arrayBuffer()))).toHaveLength(3);
    for (const other of [h.rival, h.hauler]) {
      expect((await catchError(other.call(getExportRun, { id }))).kind).toBe("missing");
      expect((await catchError(other.call(getExportFile, { id }))).kind).toBe("missing");
    }
    late = 8 * 86_400_000;
    await deleteOldExports(running());
    late = 0;
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "expired" });
    expect(await openStoredFile(file.storage_key)).toBeNull();
  });

  test("the creator can read an export only while acting for the company for which it was started", async () => {
    const person = await makeUser(db, {}, [h.ids.manager.admins, h.ids.hauler.admins]);
    const here = await actAs(db, person, h.ids.manager.id);
    const { id } = await here.call(exportTickets, { dto: { trip_ticket_ids: ids.slice(0, 3) } });
    expect(await here.call(getExportRun, { id })).toMatchObject({ state: "under way" });
    const there = await actAs(db, person, h.ids.hauler.id);
    expect((await catchError(there.call(getExportRun, { id }))).kind).toBe("missing");
    await writeDue();
  });

  test("another process resumes an export after its lease expires, but not before", async () => {
    const { id } = await begin();
    const until = new Date(Date.now() + 60_000).toISOString();
    await item(id, "started_at = created_at, claimed_by = 'other/1', claimed_until = ?", until);
    late = 55_000;
    await writeDue();
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "under way" });
    late = 61_000;
    await writeDue();
    late = 0;
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready" });
  });

  test("an export started by an API key fails if the key is revoked before the file is written", async () => {
    const apiKey = await h.manager.call(makeApiKey, { name: "Office", form_id: randomUUID() });
    const key = await actWithApiKey(db, { clientKey: apiKey.client_key, secret: apiKey.secret });
    if (!key) throw new Error("no key");
    const ofKey = () => key.call(exportTickets, { dto: { trip_ticket_ids: ids.slice(0, 3) } });
    const [first, second] = [await ofKey(), await ofKey()];
    const others = await db.read.select().from(exportRun).where(isNull(exportRun.finished_at));
    expect(others.map((run) => run.id)).toEqual([first.id, second.id]);
    await item(second.id, "run_at = ?", new Date(Date.now() + 60_000).toISOString());
    await writeDue();
    expect(await key.call(getExportRun, { id: first.id })).toMatchObject({ state: "ready" });
    const listed = await h.manager.call(listApiKeys, {});
    const key_id = listed.find((k) => k.client_key === apiKey.client_key)?.id ?? 0;
    await h.manager.call(revokeApiKey, { key_id });
    await item(second.id, "run_at = created_at");
    await writeDue(quiet());
    expect(await key.call(getExportRun, { id: second.id })).toMatchObject({ state: "failed" });
  });

  test("a company's first export is processed before another company's third, even if the third was requested earlier", async () => {
    const run = async (company_id: number) => {
      const timestamp = now().toISOString();
      const input = { source: { query: "" }, columns: [], separator: ",", zone: "UTC", kind: "csv" };
      const type = { type: "STANDARD", format: "CSV", rows_total: 1 };
      const created = { company_id, input, ...type, created_at: timestamp, last_modified_at: timestamp };
      const id = await insertRow(db, exportRun, created);
      await commitSteps(
        db,
        [buildEnqueueStep(writeExportTask, { run: id }, { lane: `c${company_id}` })],
        {},
        null,
      );
      return id;
    };
    const many = [await run(h.ids.rival.id), await run(h.ids.rival.id), await run(h.ids.rival.id)];
    const [second, third] = [await run(h.ids.hauler.id), await run(h.ids.owner.id)];
    const order: unknown[] = [];
    // These runs have no user or API key, so each one fails as soon as it is claimed.
    const logger = log.child({}, { level: "silent" });
    logger.error = ((facts: { run: number }) => order.push(facts.run)) as unknown as typeof logger.error;
    await writeDue({ ...running(), log: logger });
    expect(order.slice(0, 3).sort()).toEqual([many[0], second, third].sort());
    expect(order).toHaveLength(5);
  });

  test("refuses an export while the company has five in progress, and accepts it when they are done", async () => {
    const begun = [];
    for (let n = 0; n < 5; n++) begun.push(await begin());
    const { refusal } = await catchError(begin());
    expect([refusal.kind, refusal.message]).toEqual([
      "tooMany",
      "Your company has several exports under way. Start this one when they're done.",
    ]);
    await writeDue();
    await begin();
    await writeDue();
  });

  test("an export stays in progress while the database is unavailable and is written afterward", async () => {
    const { id } = await begin();
    const away: Database = {
      ...db,
      async batch(statements, options) {
        if (statements[0]?.params.includes(3))
          throw new DatabaseError("unavailable", "aborted due to timeout", null, { cause: null });
        return db.batch(statements, options);
      },
    };
    await writeDue({ ...quiet(), db: away });
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "under way", failure: null });
    late = 61_000;
    await writeDue();
    late = 0;
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready", rows_done: 3 });
  });

  test("reserves an export for the first minute for the server that its user is connected to", async () => {
    const { id } = await begin();
    await writeDue(running(), "another server");
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "under way" });
    late = 61_000;
    await writeDue(running(), "another server");
    late = 0;
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready" });
  });

  test("reports a file on another server instead of calling it expired, and cleanup here keeps its storage key", async () => {
    const { id } = await begin();
    await writeDue();
    const file = await h.manager.call(getExportFile, { id });
    // A file that isn't in this server's store counts as being on another server.
    const elsewhere = "ffffffff-0000-4000-8000-000000000000";
    const lies = (key: string) =>
      db.batch([{ sql: "UPDATE export_run SET storage_key = ? WHERE id = ?", params: [key, id] }]);
    await lies(elsewhere);
    const query = buildStoredFileResponse(new Request("http://x.test/"), { ...file, storage_key: elsewhere });
    expect((await catchError(query)).message).toMatch(/is on another server/);
    late = 8 * 86_400_000;
    await deleteOldExports(running());
    late = 0;
    const [row] = await db.read.select().from(exportRun).where(eq(exportRun.id, id));
    expect(row?.storage_key).toBe(elsewhere);
    await lies(file.storage_key);
  });

  test("an export fails with an error message if its company may no longer export", async () => {
    const { id } = await begin();
    const set = (is_active: boolean) =>
      db.batch([
        db.write
          .update(companyFeatureAccess)
          .set({ is_active })
          .where(eq(companyFeatureAccess.company_id, h.ids.manager.id))
          .toSQL(),
      ]);
    await set(false);
    await writeDue(quiet());
    await set(true);
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({
      state: "failed",
      failure: EXPORT_FAILED_MESSAGE,
    });
  });
});
