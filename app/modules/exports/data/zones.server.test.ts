import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import readXlsx from "read-excel-file/node";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeTicket, makeUser } from "#db/factories";
import { user, usState } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { makeWesternJob } from "#db/testing/western-job";
import { formatShortZone } from "~/lib/time/place-time";
import { parseHeadingZone, parseZone } from "~/lib/time/read-when";
import { getUtcOffset } from "~/lib/time/time";
import { getRowTexts, guessColumns } from "~/modules/load-imports/rules/columns";
import { readRowTimes } from "~/modules/load-imports/rules/row-times";
import { readStatementFile } from "~/modules/reconcile/shared/read-statement.server";
import { addHeadingZones, EXPORT_COLUMNS, STANDARD_COLUMNS } from "../rules/columns";
import type { ExportKind } from "../rules/kinds";
import { grantExportFeature, readBytes } from "../testing/exporting.server";
import { downloadShortExport } from "./exports.server";

/** Pickups in Oregon and drop-offs in Idaho, on both sides of the end of daylight saving. */
const TIMES = [
  ["2026-11-16T04:15:00.000Z", "2026-11-16T06:15:00.000Z"],
  ["2026-11-01T07:30:00.000Z", "2026-11-01T08:30:00.000Z"],
  ["2026-10-31T20:00:00.000Z", "2026-11-01T07:30:00.000Z"],
  ["2026-07-16T18:00:00.000Z", "2026-07-16T20:45:00.000Z"],
] as const;
const ZONES = { job_zone: "America/Los_Angeles", mill_zone: "America/Boise" };
let db: Database;
let ids: Awaited<ReturnType<typeof makeWesternJob>>;
let member: number;
beforeAll(async () => {
  db = await openTestDatabase();
  ids = await makeWesternJob(db);
  await grantExportFeature(db, ids.company.id, new Date());
  member = await makeUser(db, {}, [ids.company.admins]);
  const job = { id: ids.job, requester: ids.company.id, destination: ids.destination };
  for (const [picked_up_at, dropped_off_at] of TIMES)
    await makeTicket(db, job, { trip_ticket_status_id: 3, picked_up_at, dropped_off_at });
});

async function exportFor(zone: string, kind: ExportKind) {
  await db.batch([db.write.update(user).set({ time_zone: zone }).where(eq(user.id, member)).toSQL()]);
  const reader = await actAs(db, member, ids.company.id);
  return readBytes((await reader.call(downloadShortExport, { kind, query: "", columns: "standard" })).body);
}

test.each([
  ["America/Detroit", "csv"],
  ["America/Detroit", "xlsx"],
  ["America/Boise", "csv"],
  ["America/Boise", "xlsx"],
  ["Asia/Kolkata", "csv"],
] as const)("times in a file for %s as %s read back to the same instants", async (zone, kind) => {
  const path = join(await mkdtemp(join(tmpdir(), "export-")), "loads");
  await writeFile(path, await exportFor(zone, kind));
  const table = await readStatementFile({ path, of: "loads", sheet: "Trip tickets" });
  if (!("lines" in table)) throw new Error(JSON.stringify(table));
  const columns = guessColumns(table.headings);
  const times = table.lines.map((cells) => {
    const texts = getRowTexts({ cells, corrections: {} }, table.headings, columns);
    const { loaded_at, dropped_off_at } = readRowTimes(texts, columns, { zones: ZONES, today: "2026-12-01" });
    return [loaded_at, dropped_off_at];
  });
  expect(times.sort()).toEqual(TIMES.map((pair) => [...pair]).sort());
});

test("headings name the file's time zone, and a cell names its own zone if it differs", async () => {
  const [sheet] = (await readXlsx(await exportFor("America/Boise", "xlsx"))) as unknown as [
    { data: unknown[][] },
  ];
  const [head = [], ...rows] = sheet.data;
  expect(head).toContain("Dropped Off (Mountain time)");
  const cells = (name: string) => rows.map((row) => row[head.indexOf(name)]);
  expect(cells("Picked Up (Mountain time)")).toContain("2026-11-15 20:15 PST");
  expect(cells("Dropped Off (Mountain time)").filter((cell) => cell instanceof Date)).toHaveLength(2);
  // Local hour that occurs twice when the clocks are set back.
  expect(cells("Dropped Off (Mountain time)")).toContain("2026-11-01 01:30 MDT");
});

test("the time zone in a heading doesn't change which column the heading matches", () => {
  const headings = addHeadingZones(STANDARD_COLUMNS, "America/Detroit").map(({ value }) => value);
  expect(guessColumns(headings)).toMatchObject({
    loaded: `${EXPORT_COLUMNS.picked_up_at} (Eastern time)`,
    dropped_off: `${EXPORT_COLUMNS.dropped_off_at} (Eastern time)`,
  });
});

test("every state's time zone reads back from a heading and from a cell, in winter and summer", async () => {
  const states = await db.read.selectDistinct({ zone: usState.time_zone }).from(usState);
  for (const { zone } of states)
    for (const iso of ["2026-01-15T12:00:00.000Z", "2026-07-15T12:00:00.000Z"]) {
      const offset = getUtcOffset(new Date(iso), zone) / 60_000;
      expect(parseZone(formatShortZone(iso, zone)), zone).toBe(offset);
      const [column] = addHeadingZones([{ key: "scaled_at", value: "Scaled" }], zone);
      const named = parseHeadingZone(column?.value);
      const read = typeof named === "string" ? getUtcOffset(new Date(iso), named) / 60_000 : named;
      expect(read, zone).toBe(offset);
    }
});
