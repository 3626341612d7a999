import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq, isNull } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import readXlsx from "read-excel-file/node";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { DatabaseError } from "#db/errors.server";
import { insertRow } from "#db/factories";
import { comment, companyFeatureAccess, exportRun, jobCompany, tripTicket } from "#db/schema";
import { actingByKey, refusalOf } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { testDatabase } from "#db/testing/test-database";
import { listApiKeys, makeApiKey, revokeApiKey } from "~/features/api-keys/api-keys.server";
import { openStored } from "~/features/files/store.server";
import { log } from "~/web/log.server";
import { exportTickets, getTicketExport } from "./api.server";
import { STANDARD_COLUMNS } from "./columns";
import { getExportFile, getExportPage, getExportRun, readExport, startExport } from "./exports.server";
import { storedAnswer } from "./file-answer.server";
import type { Kind } from "./kinds";
import { carryOnExports, FAILURE, sweepExports } from "./runs.server";
import { getTemplate, resetTemplate, saveTemplate } from "./templates.server";
import { pdfPages } from "./testing/pdf-text";

let db: Database;
let h: Harvest;
let ids: number[];
/** Near now, as the people of these tests live by the real clock. */
let clock = new Date();
const FORMULA = '=HYPERLINK("http://evil.test";"x")';
const subscribe = (company_id: number) =>
  db.batch([
    db.write
      .insert(companyFeatureAccess)
      .values({ company_id, feature_id: 2, is_active: true, created_at: clock.toISOString() })
      .toSQL(),
  ]);

beforeAll(async () => {
  db = await testDatabase();
  h = await makeHarvest(db);
  for (const who of [h.ids.manager, h.ids.hauler, h.ids.rival]) await subscribe(who.id);
  const set = (role: "cut" | "haul", company: number, name: string) =>
    db.batch([
      db.write
        .update(jobCompany)
        .set({ [`${role}_contract_name`]: name })
        .where(eq(jobCompany.company_id, company))
        .toSQL(),
    ]);
  await set("cut", h.ids.logger.id, "CUT-SECRET");
  await set("haul", h.ids.hauler.id, "HAUL-7");
  ids = [];
  for (let n = 0; n < 7; n++)
    ids.push(
      await h.ticket({
        trip_ticket_status_id: 3,
        cutter_company_id: h.ids.logger.id,
        hauler_company_id: h.ids.hauler.id,
        scale_ticket_number: n === 0 ? "+1-800" : `S-${n}`,
        scaled_volume: 27_400 + n,
        scaled_wood_unit_type_id: 2,
        dropped_off_at: "2026-11-16T19:05:00.000Z",
        truck_number: "Žeļez 12",
      }),
    );
  await insertRow(db, comment, {
    trip_ticket_id: ids[0],
    content: FORMULA,
    creator_company_id: h.ids.manager.id,
    created_at: clock.toISOString(),
    last_modified_at: clock.toISOString(),
  });
});

async function bytes(body: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
const fetched = async (kind: Kind, who = h.manager, query = "") =>
  bytes((await who.call(readExport, { kind, query, columns: "standard" })).body);
const asRows = (csv: Buffer) => parse(csv, { bom: true, columns: true }) as Record<string, string>[];
const running = () => ({ db, now: () => clock, log });
const iso = (ago: number) => new Date(clock.getTime() - ago).toISOString();

describe("files, opened by other programs", () => {
  test("CSV has the specification's columns and the tickets of the database, the last changed first", async () => {
    const csv = await fetched("csv");
    expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = asRows(csv);
    expect(Object.keys(rows[0] ?? {})).toEqual(STANDARD_COLUMNS.map((c) => c.value));
    const saved = await db.read.select().from(tripTicket).where(eq(tripTicket.job_id, h.ids.job));
    const newest = saved.toSorted((a, b) => (a.last_modified_at < b.last_modified_at ? 1 : -1));
    expect(rows.map((r) => r["Load ID"])).toEqual(newest.map((t) => String(t.trip_ticket_number)));
    expect(rows.map((r) => r["Scaled Volume"])).toEqual(
      newest.map((t) => String((t.scaled_volume ?? 0) / 1000)),
    );
    expect(rows.at(-1)).toMatchObject({ "Dropped Off": "2026-11-16 14:05", "Haul Contract": "HAUL-7" });
    expect(rows.at(-1)?.Link).toMatch(new RegExp(`/trip-tickets/${ids[0]}$`));
  });

  test("nothing in CSV or spreadsheet is a formula", async () => {
    const rows = asRows(await fetched("csv"));
    expect(rows.at(-1)?.Notes).toBe(`'${FORMULA}`);
    expect(rows.at(-1)?.["Scale Ticket"]).toBe("'+1-800");
    const files = unzipSync(await fetched("xlsx"));
    const xml = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(xml).not.toMatch(/<f[ >]/);
    expect(xml).toContain("=HYPERLINK");
  });

  test("the spreadsheet reads back as what was written, numbers as numbers", async () => {
    const [sheet] = (await readXlsx(await fetched("xlsx"))) as unknown as [{ data: unknown[][] }];
    const [head, ...rows] = sheet.data;
    expect(head).toEqual(STANDARD_COLUMNS.map((c) => c.value));
    expect(rows).toHaveLength(7);
    const at = (name: string) => (head ?? []).indexOf(name);
    expect(rows.at(-1)?.[at("Scaled Volume")]).toBe(27.4);
    expect(rows.at(-1)?.[at("Notes")]).toBe(FORMULA);
  });

  test.each(["pdf", "pdf_pages"] as const)(
    "%s has every ticket, with letters that its fonts lack",
    async (kind) => {
      const pages = await pdfPages(await fetched(kind));
      const text = pages.join("\n");
      for (const row of asRows(await fetched("csv"))) expect(text).toContain(row["Load ID"]);
      expect(pages).toHaveLength(kind === "pdf" ? 1 : 7);
      if (kind === "pdf_pages") expect(text).toContain("elez 12");
    },
  );

  test("BOOST has a delivery document for each load", async () => {
    const { "@graph": graph } = JSON.parse((await fetched("boost")).toString()) as { "@graph": object[] };
    expect(graph).toHaveLength(7);
  });
});

test("a contract is in the file for the requester and that contractor alone", async () => {
  const [asManager, asHauler] = [asRows(await fetched("csv")), asRows(await fetched("csv", h.hauler))];
  expect(asManager[0]).toMatchObject({ "Cut Contract": "CUT-SECRET", "Haul Contract": "HAUL-7" });
  expect(asHauler[0]).toMatchObject({ "Cut Contract": "", "Haul Contract": "HAUL-7" });
});

test("a rival's file has none of them, by list, by id or by the address of a selection", async () => {
  for (const query of ["", `ids=${ids.join(",")}`, "selection=1"])
    expect(await refusalOf(h.rival.call(startExport, { query, kind: "csv", columns: "all" }))).toMatchObject({
      kind: "notNow",
      message: "No trip tickets found",
    });
  expect(asRows(await fetched("csv", h.rival, `ids=${ids[0]}`))).toEqual([]);
});

test("without the feature there is a premium page and no file", async () => {
  expect(await h.logger.call(getExportPage, { query: "" })).toEqual({ allowed: false });
  const tries = [
    h.logger.call(startExport, { query: "", kind: "csv", columns: "standard" }),
    h.logger.call(readExport, { query: "", kind: "csv", columns: "standard" }),
    h.logger.call(exportTickets, {}),
    h.logger.call(getTemplate, { type: "FPA" }),
  ];
  for (const refused of await Promise.all(tries.map(refusalOf))) expect(refused.kind).toBe("forbidden");
});

describe("a long export", () => {
  const begin = () => h.manager.call(exportTickets, { dto: { trip_ticket_ids: ids.slice(0, 3) } });

  test("is written beside the requests, is its beginner's alone, and goes after seven days", async () => {
    const { id } = await begin();
    expect(await h.manager.call(getTicketExport, { export_id: id })).toMatchObject({ state: "under way" });
    await carryOnExports(running());
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready", rows_done: 3 });
    const file = await h.manager.call(getExportFile, { id });
    const stored = await openStored(file.storage_key);
    expect(asRows(Buffer.from(await new Response(stored?.body).arrayBuffer()))).toHaveLength(3);
    for (const other of [h.rival, h.hauler]) {
      expect((await refusalOf(other.call(getExportRun, { id }))).kind).toBe("missing");
      expect((await refusalOf(other.call(getExportFile, { id }))).kind).toBe("missing");
    }
    const before = clock;
    clock = new Date(clock.getTime() + 8 * 86_400_000);
    await sweepExports(running());
    clock = before;
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "expired" });
    expect(await openStored(file.storage_key)).toBeNull();
  });

  test("is taken up again when its process has died, and not while it lives", async () => {
    const { id } = await begin();
    const alive = (ago: number) =>
      db.batch([
        db.write
          .update(exportRun)
          .set({
            last_modified_at: new Date(clock.getTime() - ago).toISOString(),
            created_at: iso(3_600_000),
          })
          .where(eq(exportRun.id, id))
          .toSQL(),
      ]);
    await alive(5_000);
    await carryOnExports(running());
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "under way" });
    await alive(61_000);
    await carryOnExports(running());
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready" });
  });

  test("of a key is not written once the key was revoked", async () => {
    const made = await h.manager.call(makeApiKey, { name: "Office", form_id: randomUUID() });
    const key = await actingByKey(db, { clientKey: made.client_key, secret: made.secret });
    if (!key) throw new Error("no key");
    const ofKey = () => key.call(exportTickets, { dto: { trip_ticket_ids: ids.slice(0, 3) } });
    const [first, second] = [await ofKey(), await ofKey()];
    const others = await db.read.select().from(exportRun).where(isNull(exportRun.finished_at));
    expect(others.map((run) => run.id)).toEqual([first.id, second.id]);
    await db.batch([
      { sql: "UPDATE export_run SET last_modified_at = ? WHERE id = ?", params: [iso(5_000), second.id] },
    ]);
    await carryOnExports(running());
    expect(await key.call(getExportRun, { id: first.id })).toMatchObject({ state: "ready" });
    const listed = await h.manager.call(listApiKeys, {});
    const key_id = listed.find((k) => k.client_key === made.client_key)?.id ?? 0;
    await h.manager.call(revokeApiKey, { key_id });
    await db.batch([
      { sql: "UPDATE export_run SET last_modified_at = created_at WHERE id = ?", params: [second.id] },
    ]);
    await carryOnExports({ ...running(), log: log.child({}, { level: "silent" }) });
    expect(await key.call(getExportRun, { id: second.id })).toMatchObject({ state: "failed" });
  });

  test("a company's first run comes before another's third, whoever asked first", async () => {
    const run = (company_id: number) => {
      const at = clock.toISOString();
      const input = { source: { query: "" }, columns: [], separator: ",", zone: "UTC", kind: "csv" };
      const type = { type: "STANDARD", format: "CSV", rows_total: 1 };
      return insertRow(db, exportRun, { company_id, input, ...type, created_at: at, last_modified_at: at });
    };
    const many = [await run(h.ids.rival.id), await run(h.ids.rival.id), await run(h.ids.rival.id)];
    const [second, third] = [await run(h.ids.hauler.id), await run(h.ids.owner.id)];
    const order: unknown[] = [];
    // Nobody began them, so that each is given up as soon as it is taken up.
    const quiet = log.child({}, { level: "silent" });
    quiet.error = ((facts: { run: number }) => order.push(facts.run)) as unknown as typeof quiet.error;
    await carryOnExports({ ...running(), log: quiet });
    expect(order.slice(0, 3).sort()).toEqual([many[0], second, third].sort());
    expect(order).toHaveLength(5);
  });

  test("a company has five under way, and begins the next when one is done", async () => {
    const begun = [];
    for (let n = 0; n < 5; n++) begun.push(await begin());
    const { refusal } = await refusalOf(begin());
    expect([refusal.kind, refusal.message]).toEqual([
      "tooMany",
      "Your company has several exports under way. Start this one when they're done.",
    ]);
    await carryOnExports(running());
    await begin();
    await carryOnExports(running());
  });

  test("waits while the database does not answer, and is written after", async () => {
    const { id } = await begin();
    const away: Database = {
      ...db,
      async batch(statements, options) {
        if (statements[0]?.params.includes(3))
          throw new DatabaseError("unavailable", "aborted due to timeout", null, { cause: null });
        return db.batch(statements, options);
      },
    };
    await carryOnExports({ ...running(), db: away });
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "under way", failure: null });
    const before = clock;
    clock = new Date(Date.now() + 61_000);
    await carryOnExports(running());
    clock = before;
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready", rows_done: 3 });
  });

  test("that was just begun is left to the server that its person speaks to, for a minute", async () => {
    const { id } = await begin();
    await carryOnExports(running(), { fresh: false });
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "under way" });
    await db.batch([
      {
        sql: "UPDATE export_run SET created_at = ?, last_modified_at = ? WHERE id = ?",
        params: [iso(61_000), iso(61_000), id],
      },
    ]);
    await carryOnExports(running(), { fresh: false });
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "ready" });
  });

  test("whose file lies on another server is not called expired, and not forgotten by this one", async () => {
    const { id } = await begin();
    await carryOnExports(running());
    const file = await h.manager.call(getExportFile, { id });
    // Another server is one with another store.
    const elsewhere = "ffffffff-0000-4000-8000-000000000000";
    const lies = (key: string) =>
      db.batch([{ sql: "UPDATE export_run SET storage_key = ? WHERE id = ?", params: [key, id] }]);
    await lies(elsewhere);
    const asked = storedAnswer(new Request("http://x.test/"), { ...file, storage_key: elsewhere });
    expect((await refusalOf(asked)).message).toMatch(/is on another server/);
    const before = clock;
    clock = new Date(clock.getTime() + 8 * 86_400_000);
    await sweepExports(running());
    clock = before;
    const [row] = await db.read.select().from(exportRun).where(eq(exportRun.id, id));
    expect(row?.storage_key).toBe(elsewhere);
    await lies(file.storage_key);
  });

  test("says so when it cannot be written, since its company may not export any more", async () => {
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
    await carryOnExports({ ...running(), log: log.child({}, { level: "silent" }) });
    await set(true);
    expect(await h.manager.call(getExportRun, { id })).toMatchObject({ state: "failed", failure: FAILURE });
  });
});

test("a company's own columns are saved, used, refused when somebody was faster, and reset", async () => {
  const columns = [
    { key: "job", value: "Tract", at: 20 },
    { key: "load_id", value: "No", at: 10 },
    { value: "Pay Date", at: 30 },
    { key: "section" },
  ];
  const input = { type: "CARIBOU" as const, version: 1, separator: "semicolon" as const, columns };
  await h.manager.call(saveTemplate, input);
  expect((await fetched("caribou")).toString().split("\n")[0]).toBe("\ufeffNo;Tract;Pay Date");
  expect((await refusalOf(h.manager.call(saveTemplate, input))).kind).toBe("stale");
  const wrong = { ...input, version: 2, columns: [{ key: "password", value: "X" }] };
  expect((await refusalOf(h.manager.call(saveTemplate, wrong))).kind).toBe("invalid");
  expect((await h.hauler.call(getTemplate, { type: "CARIBOU" })).columns).toHaveLength(19);
  await h.manager.call(resetTemplate, { type: "CARIBOU", version: 2 });
  expect((await h.manager.call(getTemplate, { type: "CARIBOU" })).columns[0]?.value).toBe("Ticket");
});

test("a program names its columns; one that is none is refused", async () => {
  const columns = [{ key: "load_id", value: "Nr" }];
  const { id } = await h.manager.call(exportTickets, { columns, dto: { trip_ticket_ids: [ids[0] ?? 0] } });
  await carryOnExports(running());
  const stored = await openStored((await h.manager.call(getExportFile, { id })).storage_key);
  expect(await new Response(stored?.body).text()).toMatch(/^Nr\n\d+\n$/);
  const wrong = [{ key: "rate", value: "Rate" }];
  expect((await refusalOf(h.manager.call(exportTickets, { columns: wrong }))).kind).toBe("invalid");
  expect((await refusalOf(h.manager.call(exportTickets, { type: "FPA", format: "xlsx" }))).kind).toBe(
    "invalid",
  );
});
