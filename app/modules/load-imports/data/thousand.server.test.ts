import { expect, test } from "vitest";
import type { Harvest } from "#db/testing/harvest";
import { fromLocal } from "~/lib/time/time";
import { searchTickets } from "~/modules/trip-tickets/shared/search.server";
import { createImportFixture } from "../testing/importing.server";
import { getRecentDay, type SheetRow, toSheetText } from "../testing/sheet";
import { deleteImport, saveImport, undoImport } from "./save.server";

test("a thousand rows with every kind of fault are each saved as expected or refused with their own reason", async () => {
  const { h, good, sql, carryOut, read, standing } = await createImportFixture();
  await h.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
    scale_ticket_number: "OLD-1",
  });
  /** Kinds of rows: name, difference from a good row, and the expected message (null if none). */
  const KINDS: [string, (n: number) => Partial<SheetRow>, RegExp | null][] = [
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
    ["light", () => ({ gross: "31000", net: "" }), /^The net weight is 1,000 lb\. One truck carries/],
    ["a slip that is there", () => ({ scale_ticket: "old-1" }), /is also on trip ticket \d+\.$/],
    [
      "the slip of before",
      (n) => ({ scale_ticket: `S${n - (n % 23)}` }),
      /^Scale ticket S\d+ is also on line/,
    ],
    ["the paper of before", (n) => ({ paper_number: `P${n - (n % 23)}` }), /^Ticket P\d+ is also on line/],
  ];
  const rows = Array.from({ length: 1_012 }, (_, n) => good(n, KINDS[n % KINDS.length]?.[1](n)));
  // Add the first row once more, a line of totals and an empty line, as spreadsheets often have them.
  rows.push(good(0));
  const lines = toSheetText(rows).split("\n");
  lines.splice(500, 0, "Total,,,,,,,,,1,2,3", ",,,,,,,,,,,");
  const id = await read(lines.join("\n"));

  const stored = await sql(
    "SELECT line, problem, load, can_override FROM load_import_row WHERE load_import_id = ? ORDER BY line",
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
  // Compare each load with the result calculated from its row's own cells.
  const loads = await sql(
    "SELECT t.* , r.line FROM load_import_row r JOIN trip_ticket t ON t.id = r.trip_ticket_id WHERE r.load_import_id = ? ORDER BY r.line",
    [id],
  );
  for (const load of loads) {
    const n = Number(load.line) - 1;
    const row = rows[n];
    const clock = { "9:40 AM": "09:40", "1340": "13:40", "": "12:00" }[row?.dropped_off ?? ""];
    const at = (time: string) => fromLocal(`${getRecentDay(n)}T${time}`, "America/Detroit");
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
  // Their pay is recorded: their tons at four dollars, in cents.
  const [pay] = await sql(
    "SELECT count(*) AS n, sum(due_cents) AS cents FROM amount_owed s JOIN load_import_row r ON r.trip_ticket_id = s.trip_ticket_id WHERE r.load_import_id = ? AND settlement_type_id = 1",
    [id],
  );
  expect(pay?.n).toBe(right.length);
  const cents = loads.reduce((sum, t) => sum + Number(t.scaled_volume) * 0.4, 0);
  expect(Math.abs(Number(pay?.cents) - cents)).toBeLessThanOrEqual(right.length / 2);
  // A search finds exactly the imported loads for the importing company, and none for another company.
  const found = (who: { call: Harvest["manager"]["call"] }) =>
    who.call(searchTickets, { import_ids: [id], take: 1 });
  expect((await found(h.manager)).meta.total).toBe(right.length);
  expect((await found(h.hauler)).meta.total).toBe(0);

  // If the same file is read once more, none of its rows is new.
  const again = await read(lines.join("\n"));
  const twice = await standing(again);
  expect(twice.right).toBe(0);
  await h.manager.call(deleteImport, { import_id: again });

  // Undo the whole import; then none of its loads is left.
  await h.manager.call(undoImport, { import_id: id });
  await carryOut(id);
  expect((await sql("SELECT count(*) AS n FROM trip_ticket WHERE NOT is_deleted"))[0]?.n).toBe(
    Number(before),
  );
  expect(await standing(id)).toMatchObject({ loads: 0, act: null });
}, 240_000);
