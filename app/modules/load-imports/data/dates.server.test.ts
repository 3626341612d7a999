import { beforeAll, expect, test } from "vitest";
import { actAs, catchError } from "#db/testing/acting";
import { createImportFixture } from "../testing/importing.server";
import { addImport, mapImportColumns } from "./imports.server";

const now = () => new Date("2026-11-28T12:00:00Z");
let importing: Awaited<ReturnType<typeof createImportFixture>>;
let manager: Awaited<ReturnType<typeof actAs>>;
beforeAll(async () => {
  importing = await createImportFixture();
  const { user, company } = importing.h.manager.actor;
  manager = await actAs(importing.db, user?.id ?? 0, company?.id ?? 0, now);
});

const HEADINGS = "Date,Mill,Product,Hauler,Net lb,Scale ticket";
const COLUMNS = {
  day: "Date",
  destination: "Mill",
  product: "Product",
  hauler: "Hauler",
  net: "Net lb",
  scale_ticket: "Scale ticket",
};
let slip = 0;
async function add(days: string[]) {
  const { h } = importing;
  const hauler = h.hauler.actor.company?.name ?? "";
  const lines = days.map((day) => `${day},Mill yard,Pulpwood Aspen,"${hauler}",50540,D${++slip}`);
  return manager.call(addImport, { job_id: h.ids.job, text: [HEADINGS, ...lines].join("\n") });
}
const rowsOf = (id: number) =>
  importing.sql(
    `SELECT json_extract(load, '$.dropped_off_at') AS at, problem, can_override FROM load_import_row
     WHERE load_import_id = ? ORDER BY line`,
    [id],
  );

test("asks whether the month or the day comes first if every date is ambiguous, and remembers the answer", async () => {
  const { id } = await add(["06/11/2026", "09/11/2026"]);
  const { refusal } = await catchError(manager.call(mapImportColumns, { import_id: id, ...COLUMNS }));
  expect(refusal.facts.fields).toEqual({
    dates: ["These dates can be read two ways. Choose which comes first, the month or the day."],
  });
  await manager.call(mapImportColumns, { import_id: id, ...COLUMNS, dates: "dmy" });
  expect((await rowsOf(id)).map((row) => row.at)).toEqual([
    "2026-11-06T17:00:00.000Z",
    "2026-11-09T17:00:00.000Z",
  ]);
  expect(await add(["10/11/2026"])).toMatchObject({ mapped: true });
});

test("one day after the twelfth decides the date order of the whole file", async () => {
  const { id } = await add(["13/11/2026", "06/11/2026", "09/11/2026", "10/11/2026"]);
  await manager.call(mapImportColumns, { import_id: id, ...COLUMNS });
  expect((await rowsOf(id)).map((row) => String(row.at).slice(0, 10))).toEqual([
    "2026-11-13",
    "2026-11-06",
    "2026-11-09",
    "2026-11-10",
  ]);
});

test("asks about a load that was picked up before its job started", async () => {
  const { id } = await add(["07/20/2026", "11/20/2026"]);
  await manager.call(mapImportColumns, { import_id: id, ...COLUMNS });
  expect(await rowsOf(id)).toEqual([
    {
      at: null,
      problem: "It was picked up on Jul 20, 2026, before the job started on Aug 1, 2026.",
      can_override: 1,
    },
    { at: "2026-11-20T17:00:00.000Z", problem: null, can_override: 0 },
  ]);
});
