import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import readXlsx from "read-excel-file/node";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { comment, jobCompany, tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { openStoredFile } from "~/lib/files/store.server";
import { runDueTasks } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { addHeadingZones, STANDARD_COLUMNS } from "../rules/columns";
import type { ExportKind } from "../rules/kinds";
import { writeExportTask } from "../shared/runs.server";
import { grantExportFeature, readBytes } from "../testing/exporting.server";
import { readPdfPages } from "../testing/pdf-text";
import { downloadShortExport, getExportFile, getExportPage, startExport } from "./exports.server";
import { exportTickets } from "./program-exports.server";
import { getTemplate, resetTemplate, saveTemplate } from "./templates.server";

let db: Database;
let h: Harvest;
let ids: number[];
/** Use the current time, because the test users act by the real clock. */
const clock = new Date();
const FORMULA = '=HYPERLINK("http://evil.test";"x")';
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  for (const who of [h.ids.manager, h.ids.hauler, h.ids.rival]) await grantExportFeature(db, who.id, clock);
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

const fetched = async (kind: ExportKind, who = h.manager, query = "") =>
  readBytes((await who.call(downloadShortExport, { kind, query, columns: "standard" })).body);
const asRows = (csv: Buffer) => parse(csv, { bom: true, columns: true }) as Record<string, string>[];

describe("export files read by other programs", () => {
  test("CSV has the fixed columns and the tickets of the database, the last changed first", async () => {
    const csv = await fetched("csv");
    expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = asRows(csv);
    expect(Object.keys(rows[0] ?? {})).toEqual(
      addHeadingZones(STANDARD_COLUMNS, "America/Detroit").map((c) => c.value),
    );
    const saved = await db.read.select().from(tripTicket).where(eq(tripTicket.job_id, h.ids.job));
    const newest = saved.toSorted((a, b) => (a.last_modified_at < b.last_modified_at ? 1 : -1));
    expect(rows.map((r) => r["Load ID"])).toEqual(newest.map((t) => String(t.trip_ticket_number)));
    expect(rows.map((r) => r["Scaled Volume"])).toEqual(
      newest.map((t) => String((t.scaled_volume ?? 0) / 1000)),
    );
    expect(rows.at(-1)).toMatchObject({
      "Dropped Off (Eastern time)": "2026-11-16 14:05",
      "Haul Contract": "HAUL-7",
    });
    expect(rows.at(-1)?.Link).toMatch(new RegExp(`/trip-tickets/${ids[0]}$`));
  });

  test("no cell of a CSV file or spreadsheet can be evaluated as a formula", async () => {
    const rows = asRows(await fetched("csv"));
    expect(rows.at(-1)?.Notes).toBe(`'${FORMULA}`);
    expect(rows.at(-1)?.["Scale Ticket"]).toBe("'+1-800");
    const files = unzipSync(await fetched("xlsx"));
    const xml = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(xml).not.toMatch(/<f[ >]/);
    expect(xml).toContain("=HYPERLINK");
  });

  test("a spreadsheet reads back with the written values, and with numbers as numbers", async () => {
    const [sheet] = (await readXlsx(await fetched("xlsx"))) as unknown as [{ data: unknown[][] }];
    const [head, ...rows] = sheet.data;
    expect(head).toEqual(addHeadingZones(STANDARD_COLUMNS, "America/Detroit").map((c) => c.value));
    expect(rows).toHaveLength(7);
    const at = (name: string) => (head ?? []).indexOf(name);
    expect(rows.at(-1)?.[at("Scaled Volume")]).toBe(27.4);
    expect(rows.at(-1)?.[at("Notes")]).toBe(FORMULA);
  });

  test.each(["pdf", "pdf_pages"] as const)(
    "a %s file contains every ticket, even with letters missing from its fonts",
    async (kind) => {
      const pages = await readPdfPages(await fetched(kind));
      const text = pages.join("\n");
      for (const row of asRows(await fetched("csv"))) expect(text).toContain(row["Load ID"]);
      expect(pages).toHaveLength(kind === "pdf" ? 1 : 7);
      if (kind === "pdf_pages") expect(text).toContain("elez 12");
    },
  );

  test("a BOOST file has a delivery document per load, and each referenced entity once", async () => {
    type Thing = { "@type": string; "@id": string };
    const { "@graph": graph } = JSON.parse((await fetched("boost")).toString()) as { "@graph": Thing[] };
    expect(graph.filter((thing) => thing["@type"] === "SalesDeliveryDocument")).toHaveLength(7);
    expect(new Set(graph.map((thing) => thing["@id"])).size).toBe(graph.length);
    expect(graph.filter((thing) => thing["@type"] === "Organization").length).toBeGreaterThan(1);
  });
});

test("an export contains a contract only for the requester and its contractor", async () => {
  const [asManager, asHauler] = [asRows(await fetched("csv")), asRows(await fetched("csv", h.hauler))];
  expect(asManager[0]).toMatchObject({ "Cut Contract": "CUT-SECRET", "Haul Contract": "HAUL-7" });
  expect(asHauler[0]).toMatchObject({ "Cut Contract": "", "Haul Contract": "HAUL-7" });
});

test("a rival can't export another company's tickets by list, by id or by selection", async () => {
  for (const query of ["", `ids=${ids.join(",")}`, "selection=1"])
    expect(await catchError(h.rival.call(startExport, { query, kind: "csv", columns: "all" }))).toMatchObject(
      {
        kind: "notNow",
        message: "No trip tickets found",
      },
    );
  expect(asRows(await fetched("csv", h.rival, `ids=${ids[0]}`))).toEqual([]);
});

test("without the export feature, the page offers the subscription and every export is forbidden", async () => {
  expect(await h.logger.call(getExportPage, { query: "" })).toEqual({ allowed: false });
  const tries = [
    h.logger.call(startExport, { query: "", kind: "csv", columns: "standard" }),
    h.logger.call(downloadShortExport, { query: "", kind: "csv", columns: "standard" }),
    h.logger.call(exportTickets, {}),
    h.logger.call(getTemplate, { type: "FPA" }),
  ];
  for (const refused of await Promise.all(tries.map(catchError))) expect(refused.kind).toBe("forbidden");
});

test("saves and uses a company's template columns, rejects a stale version, and resets to the default", async () => {
  const columns = [
    { key: "job", value: "Tract", at: 20 },
    { key: "load_id", value: "No", at: 10 },
    { value: "Pay Date", at: 30 },
    { key: "section" },
  ];
  const input = { type: "CARIBOU" as const, version: 1, separator: "semicolon" as const, columns };
  await h.manager.call(saveTemplate, input);
  expect((await fetched("caribou")).toString().split("\n")[0]).toBe("\ufeffNo;Tract;Pay Date");
  expect((await catchError(h.manager.call(saveTemplate, input))).kind).toBe("stale");
  const wrong = { ...input, version: 2, columns: [{ key: "password", value: "X" }] };
  expect((await catchError(h.manager.call(saveTemplate, wrong))).kind).toBe("invalid");
  const odd = async (column: object) =>
    (
      await catchError(
        h.manager.call(saveTemplate, { ...input, version: 2, columns: [{ value: "X", ...column }] }),
      )
    ).refusal.facts.fields;
  expect(await odd({ key: "job", always: "07" })).toEqual({
    "columns[0].always": ["Choose a field or type this, not both."],
  });
  expect(await odd({ key: "job", dates: "us_day" })).toEqual({
    "columns[0].dates": ["Only times have a format."],
  });
  const formed = [
    { key: "load_id", value: "No" },
    { key: "created_at", value: "Date", dates: "us_day" as const },
    { value: "Yard", always: "=07" },
  ];
  await h.manager.call(saveTemplate, { ...input, version: 2, columns: formed });
  const [head, line] = (await fetched("caribou")).toString().split("\n");
  expect(head).toBe("\ufeffNo;Date;Yard");
  expect(line).toMatch(/^\d+;\d\d\/\d\d\/\d{4};'=07$/);
  expect((await h.hauler.call(getTemplate, { type: "CARIBOU" })).columns).toHaveLength(19);
  await h.manager.call(resetTemplate, { type: "CARIBOU", version: 3 });
  expect((await h.manager.call(getTemplate, { type: "CARIBOU" })).columns[0]?.value).toBe("Ticket");
});

test("an API client can choose columns; an unknown column is refused", async () => {
  const columns = [{ key: "load_id" as const, value: "Nr" }];
  const { id } = await h.manager.call(exportTickets, { columns, dto: { trip_ticket_ids: [ids[0] ?? 0] } });
  await runDueTasks({ db, now: () => new Date(), log }, [writeExportTask]);
  const stored = await openStoredFile((await h.manager.call(getExportFile, { id })).storage_key);
  expect(await new Response(stored?.body).text()).toMatch(/^Nr\n\d+\n$/);
  const wrong = [{ key: "rate", value: "Rate" }];
  const { error } = exportTickets.input.safeParse({ columns: wrong });
  expect(error?.issues[0]?.message).toBe("There's no column rate.");
  expect((await catchError(h.manager.call(exportTickets, { type: "FPA", format: "xlsx" }))).kind).toBe(
    "invalid",
  );
});
