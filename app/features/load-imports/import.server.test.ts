import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { jobProductRate } from "#db/schema";
import { refusalOf } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { testDatabase } from "#db/testing/test-database";
import { doAtOnce } from "~/core/work/testing/doing.server";
import { dayOf, fromLocal } from "~/domain/time/time";
import { searchTickets } from "~/features/trip-tickets/search.server";
import { log } from "~/web/log.server";
import { fittingColumns } from "./columns";
import { getImport } from "./import-page.server";
import { addImport, mapImport } from "./imports.server";
import { mendImportRow, settleImportRows } from "./rows.server";
import { carryOutImport } from "./runner.server";
import { deleteImport, saveImport, undoImport } from "./save.server";
import { explainImportWords } from "./words.server";

let db: Database;
let h: Harvest;
let hauler: string;
beforeAll(async () => {
  db = await testDatabase();
  h = await makeHarvest(db);
  hauler = h.hauler.actor.company?.name ?? "";
  await insertRow(db, jobProductRate, {
    job_id: h.ids.job,
    job_product_rate_type_id: 1,
    paying_company_id: h.ids.manager.id,
    receiving_company_id: h.ids.logger.id,
    product_type_id: 5,
    wood_species_id: 746,
    wood_unit_type_id: 2,
    rate: 40_000,
  });
});

const sql = async (text: string, args: (string | number)[] = []) =>
  (await db.client.execute({ sql: text, args })).rows.map((row) => ({ ...row }));
const carryOut = (id: number) => doAtOnce(carryOutImport, { db, now: () => new Date(), log }, { import: id });

const HEADINGS = "Ticket,Date,Loaded,Delivered,Mill,Product,Hauler,Truck,Scale ticket,Gross,Tare,Net";
const COLUMNS = {
  paper_number: "Ticket",
  day: "Date",
  loaded: "Loaded",
  dropped_off: "Delivered",
  destination: "Mill",
  product: "Product",
  hauler: "Hauler",
  truck: "Truck",
  scale_ticket: "Scale ticket",
  gross: "Gross",
  tare: "Tare",
  net: "Net",
};
type Row = Record<keyof typeof COLUMNS, string>;
/** A day some weeks ago, so that no row is of the future or of long ago whenever this runs. */
const dayBefore = (n: number) => dayOf(new Date(Date.now() - ((n % 20) + 2) * 86_400_000), "America/Detroit");
const usual = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const good = (n: number, more: Partial<Row> = {}): Row => ({
  paper_number: `P${n}`,
  day: usual(dayBefore(n)),
  loaded: "7:05 AM",
  dropped_off: "9:40 AM",
  destination: "Mill yard",
  product: "Pulpwood Aspen",
  hauler,
  truck: String(n % 7),
  scale_ticket: `S${n}`,
  gross: String(80_000 + 2 * n),
  tare: "30000",
  net: String(50_000 + 2 * n),
  ...more,
});
const textOf = (rows: Row[]) =>
  [
    HEADINGS,
    ...rows.map((r) =>
      Object.values(r)
        .map((cell) => `"${cell}"`)
        .join(","),
    ),
  ].join("\n");

async function read(text: string, who: { call: Harvest["manager"]["call"] } = h.manager) {
  const { id, mapped } = await who.call(addImport, { job_id: h.ids.job, text });
  if (!mapped) await who.call(mapImport, { import_id: id, ...COLUMNS });
  return id;
}
const standing = async (id: number, show?: "wrong" | "right" | "loads") =>
  h.manager.call(getImport, { import_id: id, show });

test("a thousand rows with every kind of fault: each right, or with its own reason, as reckoned by how it was made", async () => {
  await h.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
    scale_ticket_number: "OLD-1",
  });
  /** Each kind of row: how it differs from a good one, and what is said of it; null where nothing is. */
  const KINDS: [string, (n: number) => Partial<Row>, RegExp | null][] = [
    ["good", () => ({}), null],
    ["a clock of 24 hours", () => ({ loaded: "07:05", dropped_off: "1340" }), null],
    ["no clock", () => ({ loaded: "", dropped_off: "" }), null],
    ["thousands", (n) => ({ gross: `${(80_000 + 2 * n).toLocaleString("en-US")} lb`, net: "" }), null],
    ["net alone", () => ({ gross: "", tare: "" }), null],
    ["another word order", () => ({ product: "aspen PULPWOOD" }), null],
    ["the only destination for it isn't named", () => ({ destination: "mill yard" }), null],
    ["no such day", () => ({ day: "13/45/2026" }), /^Date "13\/45\/2026" can't be read\./],
    ["no day", () => ({ day: "" }), /^It has no date\./],
    ["future", () => ({ day: "11/30/2098" }), /^This time is in the future\./],
    ["late", () => ({ loaded: "11:00 AM" }), /^Dropped off is before picked up\./],
    ["tare", () => ({ tare: "90000", net: "" }), /^Tare is more than gross\./],
    ["net", () => ({ net: "41000" }), /^Net isn't gross less tare\./],
    ["weight", () => ({ gross: "heavy" }), /^Gross "heavy" can't be read\./],
    ["product", () => ({ product: "Popple" }), /^Which product is "Popple"\?/],
    ["hauler", () => ({ hauler: "Zebra Trucking" }), /^Which hauler is "Zebra Trucking"\?/],
    ["mill", () => ({ destination: "Nowhere" }), /^Which destination is "Nowhere"\?/],
    ["no hauler", () => ({ hauler: "" }), /^Which hauler\?/],
    ["no measure", () => ({ gross: "", tare: "", net: "" }), /^It has neither weights nor a volume\./],
    ["light", () => ({ gross: "31000", net: "" }), /^It weighs only 0\.5 tons\./],
    ["a slip that is there", () => ({ scale_ticket: "old-1" }), /is also on trip ticket \d+\.$/],
    [
      "the slip of before",
      (n) => ({ scale_ticket: `S${n - (n % 23)}` }),
      /^Scale ticket S\d+ is also on line/,
    ],
    ["the paper of before", (n) => ({ paper_number: `P${n - (n % 23)}` }), /^Ticket P\d+ is also on line/],
  ];
  const rows = Array.from({ length: 1_012 }, (_, n) => good(n, KINDS[n % KINDS.length]?.[1](n)));
  // The same row once more, sums and empty lines, as spreadsheets have them.
  rows.push(good(0));
  const lines = textOf(rows).split("\n");
  lines.splice(500, 0, "Total,,,,,,,,,1,2,3", ",,,,,,,,,,,");
  const id = await read(lines.join("\n"));

  const stored = await sql(
    "SELECT line, problem, load, is_question FROM load_import_row WHERE load_import_id = ? ORDER BY line",
    [id],
  );
  expect(stored).toHaveLength(1_013);
  for (const [n, row] of stored.entries()) {
    const [kind, , says] = KINDS[n % KINDS.length] ?? ["", () => ({}), null];
    const what = { n, kind, problem: row.problem };
    if (n === 1_012) expect(String(row.problem)).toMatch(/^The same as line 1\./);
    else if (says === null)
      expect({ ...what, is: row.load !== null }).toEqual({ ...what, problem: null, is: true });
    else
      expect({ ...what, says: says.test(String(row.problem)), load: row.load }).toEqual({
        ...what,
        says: true,
        load: null,
      });
  }
  const right = rows.filter((_, n) => n < 1_012 && KINDS[n % KINDS.length]?.[2] === null);
  expect(await standing(id)).toMatchObject({ right: right.length, loads: 0, rows: 1_013, show: "wrong" });

  const before = (await sql("SELECT count(*) AS n FROM trip_ticket"))[0]?.n;
  await h.manager.call(saveImport, { import_id: id });
  await carryOut(id);
  const saved = await standing(id);
  expect(saved).toMatchObject({ right: 0, loads: right.length, act: null, wrong: 1_013 - right.length });
  expect((await sql("SELECT count(*) AS n FROM trip_ticket"))[0]?.n).toBe(Number(before) + right.length);
  // What each became, reckoned from its own cells.
  const loads = await sql(
    "SELECT t.* , r.line FROM load_import_row r JOIN trip_ticket t ON t.id = r.trip_ticket_id WHERE r.load_import_id = ? ORDER BY r.line",
    [id],
  );
  for (const load of loads) {
    const n = Number(load.line) - 1;
    const row = rows[n];
    const clock = { "9:40 AM": "09:40", "1340": "13:40", "": "12:00" }[row?.dropped_off ?? ""];
    const at = (time: string) => fromLocal(`${dayBefore(n)}T${time}`, "America/Detroit");
    expect(load).toMatchObject({
      trip_ticket_status_id: 3,
      net_pounds: 50_000 + 2 * n,
      scaled_volume: 25_000 + n,
      scale_ticket_number: `S${n}`,
      hauler_company_id: h.ids.hauler.id,
      dropped_off_at: at(clock ?? ""),
      loaded_at: row?.loaded ? at("07:05") : null,
      cutter_company_id: h.ids.logger.id,
    });
  }
  // Their pay is there, as many cents as their tons at four dollars come to.
  const [pay] = await sql(
    "SELECT count(*) AS n, sum(due_cents) AS cents FROM trip_ticket_settlement s JOIN load_import_row r ON r.trip_ticket_id = s.trip_ticket_id WHERE r.load_import_id = ? AND settlement_type_id = 1",
    [id],
  );
  expect(pay?.n).toBe(right.length);
  const cents = loads.reduce((sum, t) => sum + Number(t.scaled_volume) * 0.4, 0);
  expect(Math.abs(Number(pay?.cents) - cents)).toBeLessThanOrEqual(right.length / 2);
  // The list of exactly those loads, to who brought them in and to nobody else.
  const found = (who: { call: Harvest["manager"]["call"] }) =>
    who.call(searchTickets, { import_ids: [id], take: 1 });
  expect((await found(h.manager)).meta.total).toBe(right.length);
  expect((await found(h.hauler)).meta.total).toBe(0);

  // The same file once more: nothing of it is new.
  const again = await read(lines.join("\n"));
  const twice = await standing(again);
  expect(twice.right).toBe(0);
  await h.manager.call(deleteImport, { import_id: again });

  // Taken back, all of it; then nothing came in.
  await h.manager.call(undoImport, { import_id: id });
  await carryOut(id);
  expect((await sql("SELECT count(*) AS n FROM trip_ticket WHERE NOT is_deleted"))[0]?.n).toBe(
    Number(before),
  );
  expect(await standing(id)).toMatchObject({ loads: 0, act: null });
}, 240_000);

test("names are explained once and remembered, rows are mended where they are, and what is odd is saved when it is meant", async () => {
  const rows = [
    good(2_001, { product: "8 ft popple" }),
    good(2_002, { product: "8 ft Popple", hauler: "" }),
    good(2_003, { gross: "heavy" }),
    good(2_004, { gross: "", tare: "", net: "" }),
    good(2_005, { paper_number: "P2001" }),
  ];
  const id = await read(textOf(rows));
  const page = await standing(id);
  expect(page.asked.map(({ field, word, rows }) => [field, word, rows])).toEqual([
    ["product", "8 ft Popple", 2],
    ["hauler", "", 1],
  ]);
  const job_id = h.ids.job;
  const refused = await refusalOf(
    h.manager.call(explainImportWords, {
      import_id: id,
      words: [{ field: "hauler", word: "Zebra", job_id, value: String(h.ids.rival.id) }],
    }),
  );
  expect(refused.kind).toBe("invalid");
  await h.manager.call(explainImportWords, {
    import_id: id,
    words: [
      { field: "product", word: "8 ft popple", job_id, value: "5-746-0" },
      { field: "hauler", word: "", job_id, value: String(h.ids.hauler.id) },
    ],
  });
  expect(await standing(id)).toMatchObject({ right: 2, wrong: 3, asked: [] });
  await h.manager.call(mendImportRow, { import_id: id, line: 3, gross: "84,006" });
  await h.manager.call(settleImportRows, { import_id: id, lines: [4], as: "sure" });
  await h.manager.call(settleImportRows, { import_id: id, lines: [5], as: "left_out" });
  expect(await standing(id)).toMatchObject({ right: 4, wrong: 0, left_out: 1 });
  await h.manager.call(saveImport, { import_id: id });
  await carryOut(id);
  expect(await standing(id)).toMatchObject({ loads: 4, left_out: 1, right: 0 });
  // A second time the word needs no answer, and the columns none either; a row without a hauler does.
  const { id: later, mapped } = await h.manager.call(addImport, {
    job_id,
    text: textOf([good(2_011, { product: "8 FT POPPLE" }), good(2_012, { hauler: "" })]),
  });
  expect(mapped).toBe(true);
  expect(await standing(later)).toMatchObject({ right: 1, wrong: 1 });

  // Nothing is taken back while something is paid.
  const [claim] = await sql(
    "SELECT s.id FROM trip_ticket_settlement s JOIN load_import_row r ON r.trip_ticket_id = s.trip_ticket_id WHERE r.load_import_id = ? LIMIT 1",
    [id],
  );
  await db.client.execute(
    `UPDATE trip_ticket_settlement SET posted_cents = 1, posted_lines = 1 WHERE id = ${claim?.id}`,
  );
  expect((await refusalOf(h.manager.call(undoImport, { import_id: id }))).kind).toBe("notNow");
  expect((await refusalOf(h.manager.call(deleteImport, { import_id: id }))).kind).toBe("notNow");
});

test("a column means one thing; a day and the time of delivery may share theirs", async () => {
  const { id } = await h.manager.call(addImport, {
    job_id: h.ids.job,
    text: ["When,Item,Heavy,Light", `${usual(dayBefore(4))} 7:42,Pulpwood Aspen,80000,30000`].join("\n"),
  });
  const map = (more: object) =>
    h.manager.call(mapImport, { import_id: id, day: "When", gross: "Heavy", tare: "Light", ...more });
  const wrong = async (more: object) => (await refusalOf(map(more))).refusal.facts.fields;
  const said = (label: string) => [`This column is chosen for "${label}". A column means one thing.`];
  expect(await wrong({ product: "Item", species: "Item" })).toEqual({ species: said("Product") });
  expect(await wrong({ net: "Heavy", loaded: "When" })).toEqual({
    net: said("Gross"),
    loaded: said("Date"),
  });
  await map({ dropped_off: "When", product: "Item" });
  expect((await h.manager.call(getImport, { import_id: id })).asked.map(({ field }) => field)).not.toContain(
    "product",
  );
  // What was remembered so before is asked again.
  expect(fittingColumns({ product: "Item", species: "Item", day: "When" }, ["When", "Item"])).toBe(null);
});

test("an import is its company's alone; a hauler brings its own loads in and no other's", async () => {
  const id = await read(textOf([good(3_001)]));
  for (const who of [h.rival, h.hauler, h.logger, h.mill]) {
    expect((await refusalOf(who.call(getImport, { import_id: id }))).kind).toBe("missing");
    for (const procedure of [saveImport, undoImport, deleteImport])
      expect((await refusalOf(who.call(procedure, { import_id: id }))).kind).toBe("missing");
    expect((await refusalOf(who.call(mendImportRow, { import_id: id, line: 1, gross: "1" }))).kind).toBe(
      "missing",
    );
    expect(
      (await refusalOf(who.call(settleImportRows, { import_id: id, lines: [1], as: "sure" }))).kind,
    ).toBe("missing");
  }
  expect(
    (await refusalOf(h.rival.call(addImport, { job_id: h.ids.job, text: textOf([good(1)]) }))).kind,
  ).toBe("invalid");
  const second = h.second.actor.company?.name ?? "";
  const own = await read(textOf([good(3_002), good(3_003, { hauler: second })]), h.second);
  expect(await h.second.call(getImport, { import_id: own })).toMatchObject({ right: 1, wrong: 1 });
  await h.second.call(saveImport, { import_id: own });
  await carryOut(own);
  expect(await h.second.call(getImport, { import_id: own })).toMatchObject({ loads: 1 });
});

test("what broke off continues where it stopped, and no row becomes two loads", async () => {
  const id = await read(textOf([good(4_001), good(4_002), good(4_003)]));
  await h.manager.call(saveImport, { import_id: id });
  expect((await refusalOf(h.manager.call(saveImport, { import_id: id }))).kind).toBe("notNow");
  let batches = 0;
  const failing: Database = {
    ...db,
    batch: async (statements, options) => {
      if (++batches === 2) throw Object.assign(new Error("away"), { code: "SQLITE_BUSY" });
      return db.batch(statements, options);
    },
  };
  await doAtOnce(carryOutImport, { db: failing, now: () => new Date(), log }, { import: id }).catch(
    () => null,
  );
  await Promise.all([carryOut(id), carryOut(id)]);
  const [count] = await sql(
    "SELECT count(*) AS n, count(DISTINCT scale_ticket_number) AS slips FROM trip_ticket WHERE scale_ticket_number IN ('S4001', 'S4002', 'S4003')",
  );
  expect(count).toEqual({ n: 3, slips: 3 });
});
