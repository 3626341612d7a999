import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { seedDemo } from "#db/demo/seed";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { LAND_FIELDS, removeCuttingPlaceFields } from "~/modules/trip-tickets/rules/land";
import { selectTickets, type TicketRow } from "~/modules/trip-tickets/shared/ticket-row.server";
import { procedure } from "~/web/procedure";
import { readExportRows } from "../data/rows.server";
import { writeBoost } from "../data/write-boost.server";
import { readBytes } from "../testing/exporting.server";
import { BOOST_COLUMNS } from "./boost";
import { ALL_COLUMNS, EXPORT_COLUMN_KEYS, toExportCells } from "./columns";
import { listUnusedRowParts } from "./parts";

let db: Database;
const now = new Date();
beforeAll(async () => {
  db = await openTestDatabase();
  await seedDemo(db, now);
  // Fill every export column with a value.
  await db.client.executeMultiple(`
    UPDATE trip_ticket SET landing_id = (SELECT l.id FROM landing l WHERE l.job_id = trip_ticket.job_id LIMIT 1) WHERE id % 2 = 0;
    UPDATE trip_ticket SET driver_name = 'Ann Vance', trailer_plate = 'T ' || id, loader_name = 'Bo', loader_machine = 'Loader 3',
      deduction_pounds = 40, deduction_class = 'Rot', log_rule = 'DOYLE', loaded_at = created_at WHERE id % 3 = 0;
    UPDATE trip_ticket SET cutter_on_behalf_of_company_id = cutter_company_id, skidder_on_behalf_of_company_id = skidder_company_id,
      hauler_on_behalf_of_company_id = hauler_company_id WHERE id % 5 = 0;
    UPDATE job SET harvest_notification_number = 'HN ' || id;
    INSERT INTO company_destination (company_id, name, notes, latitude, longitude)
      SELECT request_user_company_id, 'Yard', 'Gate 4', 44.7, -84.7 FROM job LIMIT 1;
    UPDATE job_destination SET company_location_id = NULL, company_destination_id = last_insert_rowid()
      WHERE id = (SELECT job_destination_id FROM trip_ticket WHERE is_deleted = 0 AND is_sample = 0 LIMIT 1);
    UPDATE product_name SET (product_type_id, wood_species_id, wood_species_type_id) =
      (SELECT product_type_id, wood_species_id, wood_species_type_id FROM trip_ticket WHERE wood_species_id IS NOT NULL LIMIT 1);
  `);
}, 240_000);

const asFile = procedure({
  name: "asFile",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number()), key: z.string().nullable() }),
  async run(ctx, { ids, key }) {
    const columns = key === null ? ALL_COLUMNS : ALL_COLUMNS.filter((column) => column.key === key);
    const cells: Record<string, unknown>[] = [];
    for await (const rows of readExportRows(ctx, ids, key === null ? undefined : columns))
      for (const row of rows) {
        const lines = toExportCells(row, columns);
        cells.push(Object.fromEntries(columns.map((column, n) => [column.key, lines[n]])));
      }
    return { cells };
  },
});

const asStandard = procedure({
  name: "asStandard",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number()), whole: z.boolean() }),
  async run(ctx, { ids, whole }) {
    const chunks = readExportRows(ctx, ids, whole ? undefined : BOOST_COLUMNS);
    return { text: (await readBytes(writeBoost(chunks))).toString() };
  },
});

/** Return three demo users with different roles on the demo's loads. */
async function people() {
  const { rows } = await db.client.execute(
    "SELECT id, (SELECT c.company_id FROM crew_member m JOIN crew c ON c.id = m.crew_id WHERE m.user_id = user.id LIMIT 1) AS company FROM user WHERE email IN ('manager@demo.test', 'hauler@demo.test', 'mill@demo.test')",
  );
  expect(rows).toHaveLength(3);
  return Promise.all(rows.map(({ id, company }) => actAs(db, Number(id), Number(company), () => now)));
}

async function allIds() {
  const { rows } = await db.client.execute(
    "SELECT id FROM trip_ticket WHERE is_deleted = 0 AND is_sample = 0",
  );
  return rows.map((row) => Number(row.id));
}

test("the BOOST file is the same from partial rows as from whole rows", async () => {
  const ids = await allIds();
  for (const person of await people()) {
    const { text } = await person.call(asStandard, { ids, whole: false });
    expect(text).toBe((await person.call(asStandard, { ids, whole: true })).text);
    for (const message of ["SalesDeliveryDocument", "transporter", "mill_entrance", "(Pinus", "buyerAddress"])
      expect(text).toContain(message);
    expect(text).toContain("certificateCode");
  }
}, 120_000);

test("removes exactly the land fields from a row for users who may not see the land", () => {
  const { fields } = selectTickets(db.read).prepare() as unknown as { fields: { path: string[] }[] };
  const filled: Record<string, unknown> = {};
  for (const { path } of fields) {
    const [part = "", inner] = path;
    filled[part] = inner ? { ...(filled[part] as object), [inner]: 1 } : 1;
  }
  const row = filled as TicketRow;
  const said = (of: object, path: string) =>
    path
      .split(".")
      .reduce<unknown>((target, key) => (target as Record<string, unknown> | null)?.[key] ?? null, of);
  const without = removeCuttingPlaceFields(row);
  const parts = new Set(fields.flatMap(({ path }) => [path[0] ?? "", path.join(".")]));
  const taken = [...parts].filter((path) => said(row, path) !== null && said(without, path) === null);
  const isWithin = (path: string) => taken.some((part) => path.startsWith(`${part}.`));
  expect(taken.filter((path) => !isWithin(path)).sort()).toEqual([...LAND_FIELDS].sort());
});

test("a one-column file, which reads only that column, has the same values as a file with every column", async () => {
  const ids = await allIds();
  const filled = new Set<string>();
  for (const person of await people()) {
    const { cells: whole } = await person.call(asFile, { ids, key: null });
    for (const key of EXPORT_COLUMN_KEYS) {
      const { cells } = await person.call(asFile, { ids, key });
      expect(cells).toEqual(whole.map((row) => ({ [key]: row[key] })));
      if (cells.some((row) => row[key] !== null)) filled.add(key);
    }
  }
  expect(EXPORT_COLUMN_KEYS.filter((key) => !filled.has(key))).toEqual([]);
}, 120_000);

test("a standard file skips row parts that it doesn't show; a file of all columns skips only parts that no file shows", () => {
  const plain = listUnusedRowParts(["load_id", "county", "destination"]);
  for (const part of ["cutter", "hauler", "landing", "company_location", "mill_has_users"])
    expect(plain).toContain(part);
  expect(plain).not.toContain("job.county");
  const all = listUnusedRowParts(EXPORT_COLUMN_KEYS);
  expect(all).not.toContain("landing");
  expect(all).toContain("settlement_paid");
});

test("a file without columns reads only the fields needed for permissions and for finding the ticket", () => {
  const leftOut = listUnusedRowParts([]);
  const { fields } = selectTickets(db.read).prepare() as unknown as { fields: { path: string[] }[] };
  const read = fields.filter(({ path }) => !leftOut.has(path[0] ?? "") && !leftOut.has(path.join(".")));
  expect(read.map(({ path }) => path.join("."))).toEqual([
    "trip_ticket.id",
    "trip_ticket.job_id",
    "trip_ticket.numbering_company_id",
    "trip_ticket.trip_ticket_status_id",
    "trip_ticket.cutter_company_id",
    "trip_ticket.cutter_on_behalf_of_company_id",
    "trip_ticket.skidder_company_id",
    "trip_ticket.skidder_on_behalf_of_company_id",
    "trip_ticket.hauler_company_id",
    "trip_ticket.hauler_on_behalf_of_company_id",
    "job.id",
    "job.request_user_company_id",
    "job_zone",
  ]);
  const paths = new Set(fields.flatMap(({ path }) => [path[0] ?? "", path.join(".")]));
  expect([...leftOut].filter((part) => !paths.has(part))).toEqual([]);
});
