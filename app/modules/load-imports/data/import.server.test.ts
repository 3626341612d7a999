import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { pickMatchingColumns } from "../rules/columns";
import { importLoadsTask } from "../shared/runner.server";
import { createImportFixture } from "../testing/importing.server";
import { formatUsDay, getRecentDay, toSheetText } from "../testing/sheet";
import { RowForm } from "../ui/row-form";
import { getImport } from "./import-page.server";
import { addImport, mapImportColumns } from "./imports.server";
import { correctImportRow, getImportRow, markImportRows } from "./rows.server";
import { deleteImport, saveImport, undoImport } from "./save.server";
import { setImportNameMeanings } from "./words.server";

let importing: Awaited<ReturnType<typeof createImportFixture>>;
beforeAll(async () => {
  importing = await createImportFixture();
});

test("remembers explained names, lets rows be corrected in place, and saves unusual rows after confirmation", async () => {
  const { db, h, good, sql, carryOut, read, standing } = importing;
  const rows = [
    good(2_001, { product: "8 ft popple" }),
    good(2_002, { product: "8 ft Popple", hauler: "" }),
    good(2_003, { gross: "heavy" }),
    good(2_004, { gross: "", tare: "", net: "" }),
    good(2_005, { paper_number: "P2001" }),
  ];
  const id = await read(toSheetText(rows));
  const page = await standing(id);
  expect(page.asked.map(({ field, word, rows }) => [field, word, rows])).toEqual([
    ["product", "8 ft Popple", 2],
    ["hauler", "", 1],
  ]);
  const job_id = h.ids.job;
  const refused = await catchError(
    h.manager.call(setImportNameMeanings, {
      import_id: id,
      words: [{ field: "hauler", word: "Zebra", job_id, value: String(h.ids.rival.id) }],
    }),
  );
  expect(refused.kind).toBe("invalid");
  await h.manager.call(setImportNameMeanings, {
    import_id: id,
    words: [
      { field: "product", word: "8 ft popple", job_id, value: "5-746-0" },
      { field: "hauler", word: "", job_id, value: String(h.ids.hauler.id) },
    ],
  });
  expect(await standing(id)).toMatchObject({ right: 2, wrong: 3, asked: [] });
  await h.manager.call(correctImportRow, { import_id: id, line: 3, gross: "84,006" });
  await h.manager.call(markImportRows, { import_id: id, lines: [4], as: "sure" });
  await h.manager.call(markImportRows, { import_id: id, lines: [5], as: "left_out" });
  expect(await standing(id)).toMatchObject({ right: 4, wrong: 0, left_out: 1 });
  await h.manager.call(saveImport, { import_id: id });
  await carryOut(id);
  expect(await standing(id)).toMatchObject({ loads: 4, left_out: 1, right: 0 });
  // The second import needs no answer for the known name and columns, only for a row without a hauler.
  const { id: later, mapped } = await h.manager.call(addImport, {
    job_id,
    text: toSheetText([good(2_011, { product: "8 FT POPPLE" }), good(2_012, { hauler: "" })]),
  });
  expect(mapped).toBe(true);
  expect(await standing(later)).toMatchObject({ right: 1, wrong: 1 });

  // No load is undone while any load of the import is paid.
  const [claim] = await sql(
    "SELECT s.id FROM amount_owed s JOIN load_import_row r ON r.trip_ticket_id = s.trip_ticket_id WHERE r.load_import_id = ? LIMIT 1",
    [id],
  );
  await db.client.execute(
    `UPDATE amount_owed SET posted_cents = 1, posted_lines = 1 WHERE id = ${claim?.id}`,
  );
  expect((await catchError(h.manager.call(undoImport, { import_id: id }))).kind).toBe("notNow");
  expect((await catchError(h.manager.call(deleteImport, { import_id: id }))).kind).toBe("notNow");
});

test("reads a month's name, and shows on a row's page that its delivery time was assumed", async () => {
  const { h, good, read, standing } = importing;
  const named = new Date(`${getRecentDay(6)}T12:00:00Z`).toLocaleDateString("en-US", {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  const id = await read(
    toSheetText([
      good(4_001, { day: named, dropped_off: "" }),
      good(4_002, { day: named, loaded: "3:05 PM", dropped_off: "" }),
      good(4_003, { day: "", loaded: "", dropped_off: `${named} 9:40 AM` }),
    ]),
  );
  expect(await standing(id)).toMatchObject({ right: 3, wrong: 0 });
  const page = async (line: number) => {
    const row = await h.manager.call(getImportRow, { import_id: id, line });
    return renderToStaticMarkup(createElement(RowForm, { row, submissionId: "0b7e3c1e-form" }));
  };
  expect(await page(1)).toContain("We use 12:00 noon of its day unless you type one.");
  expect(await page(2)).toContain("We use the time it was loaded unless you type one.");
  expect(await page(3)).not.toContain("We use");
});

test("a column has one meaning, except that a day and a delivery time may share a column", async () => {
  const { h } = importing;
  const { id } = await h.manager.call(addImport, {
    job_id: h.ids.job,
    text: ["When,Item,Heavy,Light", `${formatUsDay(getRecentDay(4))} 7:42,Pulpwood Aspen,80000,30000`].join(
      "\n",
    ),
  });
  const map = (more: object) =>
    h.manager.call(mapImportColumns, { import_id: id, day: "When", gross: "Heavy", tare: "Light", ...more });
  const wrong = async (more: object) => (await catchError(map(more))).refusal.facts.fields;
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
  // Stored columns in this older form, with one column for two fields, must be chosen again.
  expect(pickMatchingColumns({ product: "Item", species: "Item", day: "When" }, ["When", "Item"])).toBe(null);
});

test("only the importing company can read or change an import, and a hauler can import only its own loads", async () => {
  const { h, good, carryOut, read } = importing;
  const id = await read(toSheetText([good(3_001)]));
  for (const who of [h.rival, h.hauler, h.logger, h.mill]) {
    expect((await catchError(who.call(getImport, { import_id: id }))).kind).toBe("missing");
    for (const procedure of [saveImport, undoImport, deleteImport])
      expect((await catchError(who.call(procedure, { import_id: id }))).kind).toBe("missing");
    expect((await catchError(who.call(correctImportRow, { import_id: id, line: 1, gross: "1" }))).kind).toBe(
      "missing",
    );
    expect((await catchError(who.call(markImportRows, { import_id: id, lines: [1], as: "sure" }))).kind).toBe(
      "missing",
    );
  }
  expect(
    (await catchError(h.rival.call(addImport, { job_id: h.ids.job, text: toSheetText([good(1)]) }))).kind,
  ).toBe("invalid");
  const second = h.second.actor.company?.name ?? "";
  const own = await read(toSheetText([good(3_002), good(3_003, { hauler: second })]), h.second);
  expect(await h.second.call(getImport, { import_id: own })).toMatchObject({ right: 1, wrong: 1 });
  await h.second.call(saveImport, { import_id: own });
  await carryOut(own);
  expect(await h.second.call(getImport, { import_id: own })).toMatchObject({ loads: 1 });
});

test("an interrupted import continues where it stopped, and saves no row as two loads", async () => {
  const { db, h, good, sql, carryOut, read } = importing;
  const id = await read(toSheetText([good(4_001), good(4_002), good(4_003)]));
  await h.manager.call(saveImport, { import_id: id });
  expect((await catchError(h.manager.call(saveImport, { import_id: id }))).kind).toBe("notNow");
  let batches = 0;
  const failing: Database = {
    ...db,
    batch: async (statements, options) => {
      if (++batches === 2) throw Object.assign(new Error("away"), { code: "SQLITE_BUSY" });
      return db.batch(statements, options);
    },
  };
  await runTaskNow(importLoadsTask, { db: failing, now: () => new Date(), log }, { import: id }).catch(
    () => null,
  );
  await Promise.all([carryOut(id), carryOut(id)]);
  const [count] = await sql(
    "SELECT count(*) AS n, count(DISTINCT scale_ticket_number) AS slips FROM trip_ticket WHERE scale_ticket_number IN ('S4001', 'S4002', 'S4003')",
  );
  expect(count).toEqual({ n: 3, slips: 3 });
});
