import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { tripTicket } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openDemoDatabase } from "#db/testing/test-database";
import { computeNetPounds, formatPlainVolume, UNIT } from "~/lib/units/measures";
import { readExportRows } from "~/modules/exports/data/rows.server";
import { writeCsv } from "~/modules/exports/data/write-csv.server";
import { ALL_COLUMNS, DEFAULT_TEMPLATES, type ExportColumn } from "~/modules/exports/rules/columns";
import { readBytes } from "~/modules/exports/testing/exporting.server";
import { procedure } from "~/web/procedure";
import { getLoadUnitQuestions, getRowTexts, guessColumns } from "../rules/columns";
import { readRow } from "../rules/read-row";

let db: Database;
let loads: (typeof tripTicket.$inferSelect)[];
let manager: ReturnType<typeof actAs> extends Promise<infer Person> ? Person : never;
beforeAll(async () => {
  db = await openDemoDatabase();
  // Every unit, with thousandths, and weights as a scale prints them.
  await db.client.executeMultiple(`
    UPDATE trip_ticket SET scaled_volume = CASE id % 3 WHEN 0 THEN 4321 + id WHEN 1 THEN 27400 + id ELSE 12375 + id END,
      scaled_wood_unit_type_id = CASE id % 3 WHEN 0 THEN ${UNIT.mbf} WHEN 1 THEN ${UNIT.ton} ELSE ${UNIT.cord} END,
      gross_pounds = 78000 + id, tare_pounds = 28460, net_pounds = 49540 + id WHERE trip_ticket_status_id = 3;
  `);
  const { rows } = await db.client.execute(
    "SELECT u.id, c.company_id AS company FROM user u JOIN crew_member m ON m.user_id = u.id JOIN crew c ON c.id = m.crew_id WHERE u.email = 'manager@demo.test'",
  );
  manager = await actAs(db, Number(rows[0]?.id), Number(rows[0]?.company));
  const visible = await db.client.execute(
    `SELECT t.id FROM trip_ticket t JOIN job j ON j.id = t.job_id WHERE t.is_deleted = 0 AND t.is_sample = 0 AND t.trip_ticket_status_id = 3
       AND j.request_user_company_id = ${Number(rows[0]?.company)}`,
  );
  const ids = new Set(visible.rows.map(({ id }) => Number(id)));
  loads = (await db.read.select().from(tripTicket)).filter(({ id }) => ids.has(id));
});

const writeFile = procedure({
  name: "writeFile",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number()), columns: z.custom<readonly ExportColumn[]>() }),
  async run(ctx, { ids, columns }) {
    return { text: (await readBytes(writeCsv(readExportRows(ctx, ids, columns), columns, ","))).toString() };
  },
});

/** Export all loads, and read each line as an import does with the columns that it guesses. */
async function readBack(columns: readonly ExportColumn[]) {
  const { text } = await manager.call(writeFile, { ids: loads.map(({ id }) => id), columns });
  const [headings = [], ...rows]: string[][] = parse(text, { bom: true });
  const guessed = guessColumns(headings);
  expect(getLoadUnitQuestions(guessed)).toEqual({});
  expect(rows.length).toBe(loads.length);
  return rows.map((cells) =>
    readRow(getRowTexts({ cells, corrections: {} }, headings, guessed), guessed, {
      zones: { job_zone: "America/Detroit", mill_zone: "America/Detroit" },
      today: "2026-12-01",
    }),
  );
}

test.each([
  ["all columns", ALL_COLUMNS],
  ["FPA", DEFAULT_TEMPLATES.FPA.columns],
  ["Caribou", DEFAULT_TEMPLATES.CARIBOU.columns],
])("an exported file is read back with the volume and unit of every load: %s", async (_name, columns) => {
  const rows = await readBack(columns);
  expect(
    rows.map(({ volume, unit, problems, questions }) => ({ volume, unit, problems, questions })),
  ).toEqual(
    loads.map(({ scaled_volume, scaled_wood_unit_type_id }) => ({
      volume: formatPlainVolume(scaled_volume ?? 0),
      unit: scaled_wood_unit_type_id,
      problems: [],
      questions: [],
    })),
  );
  expect(new Set(rows.map(({ unit }) => unit)).size).toBe(3);
});

test.each([
  ["all columns", ALL_COLUMNS],
  ["LIMS", DEFAULT_TEMPLATES.LIMS.columns],
])("an exported file is read back with the weights of every load: %s", async (_name, columns) => {
  const rows = await readBack(columns);
  expect(rows.map(({ gross, tare, net }) => computeNetPounds(gross, tare) ?? net)).toEqual(
    loads.map(({ net_pounds }) => net_pounds),
  );
});
