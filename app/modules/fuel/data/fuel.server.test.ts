import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { DatabaseOpenError } from "#db/database";
import { makeCompany, makeUser } from "#db/factories";
import { fuelPrice } from "#db/schema";
import { runFuelPriceImport } from "#db/scripts/fuel";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { readFuelCard } from "../shared/fuel-card.server";
import { addFuelPrice, listFuelPrices } from "./fuel.server";
import {
  EIA_FILE_URL,
  fetchFuelFile,
  InvalidFuelFileError,
  importFuelPrices,
  readFuelFile,
} from "./import.server";

const NOW = new Date("2026-11-18T15:00:00Z");
const run = promisify(execFile);
let db: Database;
let payer: Awaited<ReturnType<typeof actAs>>;
let rival: Awaited<ReturnType<typeof actAs>>;

beforeAll(async () => {
  db = await openTestDatabase();
  const michigan = await makeCompany(db, { name: "Superior Land & Timber", us_state_id: 26 });
  const other = await makeCompany(db, { us_state_id: 26 });
  const [aino, grant] = [
    await makeUser(db, { first_name: "Aino", last_name: "L" }, [michigan.admins]),
    await makeUser(db, {}, [other.admins]),
  ];
  payer = await actAs(db, aino, michigan.id, () => NOW);
  rival = await actAs(db, grant, other.id, () => NOW);
});

/**
 * Diesel prices can't be changed or deleted, so the protecting triggers are dropped while prices are cleared between
 * two tests.
 */
beforeEach(async () => {
  const { rows } = await db.client.execute(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'fuel_price'",
  );
  expect(rows.length).toBeGreaterThan(0);
  await db.client.batch([
    ...rows.map(({ name }) => `DROP TRIGGER ${name}`),
    "DELETE FROM fuel_price",
    ...rows.map((row) => String(row.sql)),
  ]);
});

it("rejects a change or deletion of a price", async () => {
  await typed("3.8");
  await expect(db.client.execute("UPDATE fuel_price SET price_mills = 3900")).rejects.toThrow(/stays/);
  await expect(db.client.execute("DELETE FROM fuel_price")).rejects.toThrow(/stays/);
});

const published = (week_on: string, price_mills: number) =>
  importFuelPrices(db, [{ region: "R20", week_on, price_mills }], NOW);
const shown = async (who = payer) =>
  (await who.call(listFuelPrices, {})).fuel_prices.map((p) => [
    p.week_on,
    p.price_mills,
    p.change_mills,
    p.source,
  ]);
const typed = (price: string, week_on = "2026-11-16", again = false) =>
  payer.call(addFuelPrice, { region: "R20", week_on, price, again });

it("prefers a company's own price to the published one, for that company only", async () => {
  await published("2026-11-09", 3_870);
  await published("2026-11-16", 3_912);
  await typed("3.95");
  expect(await shown()).toEqual([
    ["2026-11-16", 3950, 80, "typed"],
    ["2026-11-09", 3870, null, "eia"],
  ]);
  expect(await shown(rival)).toEqual([
    ["2026-11-16", 3912, 42, "eia"],
    ["2026-11-09", 3870, null, "eia"],
  ]);
  expect((await payer.call(listFuelPrices, {})).fuel_prices[0]).toMatchObject({
    is_own: true,
    typed_by: "Aino L",
  });
});

it("requires confirmation of a correction, stores it as a new row and keeps the old price", async () => {
  await typed("3.389");
  const { refusal } = await catchError(typed("3.839"));
  expect(refusal.facts.fields).toEqual({ again: ["This week has $3.389. Check the box to correct it."] });
  await typed("3.839", "2026-11-16", true);
  expect((await payer.call(listFuelPrices, {})).fuel_prices).toMatchObject([
    { price_mills: 3839, corrected_from_mills: 3389 },
  ]);
  const rows = await db.read.select().from(fuelPrice).orderBy(fuelPrice.revision);
  expect(rows.map((r) => [r.revision, r.price_mills])).toEqual([
    [1, 3389],
    [2, 3839],
  ]);
  expect((await catchError(typed("3.839", "2026-11-16", true))).refusal.facts.fields).toMatchObject({
    price: [expect.stringContaining("already")],
  });
});

it("stores two simultaneous corrections of a week one after the other", async () => {
  await typed("3.8");
  await Promise.all([typed("3.9", "2026-11-16", true), typed("4.0", "2026-11-16", true)]);
  const rows = await db.read.select().from(fuelPrice);
  expect(rows.map((r) => r.revision).sort()).toEqual([1, 2, 3]);
});

it("requires confirmation of a price far from the week before, and rejects an impossible price or week", async () => {
  await published("2026-11-09", 3_870);
  expect((await catchError(typed("5.20"))).refusal.facts.fields).toEqual({
    again: [expect.stringContaining("133 cents more than in the week of Mon, Nov 9, 2026 ($3.870)")],
  });
  await typed("5.20", "2026-11-16", true);
  for (const [price, week, field] of [
    ["0.99", "2026-11-16", "price"],
    ["15.001", "2026-11-16", "price"],
    ["3.9121", "2026-11-16", "price"],
    ["3.9", "2026-11-18", "week_on"],
    ["3.9", "2026-11-23", "week_on"],
    ["3.9", "soon", "week_on"],
  ] as const)
    expect(
      Object.keys((await catchError(typed(price, week, true))).refusal.facts.fields ?? {}),
      `${price} ${week}`,
    ).toEqual([field]);
});

it("lists prices of a region named by code or by state, a page of weeks at a time", async () => {
  await importFuelPrices(db, [{ region: "R1Z", week_on: "2026-11-16", price_mills: 3_700 }], NOW);
  await published("2026-11-02", 3_801);
  await published("2026-11-09", 3_870);
  await published("2026-11-16", 3_912);
  expect((await payer.call(listFuelPrices, { us_state_id: 13 })).fuel_prices).toMatchObject([
    { region: "R1Z", region_name: "Lower Atlantic", price_mills: 3700 },
  ]);
  expect(await payer.call(listFuelPrices, { region: "R20", take: 1, skip: 1 })).toMatchObject({
    fuel_prices: [{ week_on: "2026-11-09", change_mills: 69 }],
    meta: { total: 3 },
  });
  expect((await catchError(payer.call(listFuelPrices, { us_state_id: 999 }))).kind).toBe("invalid");
});

describe("fuel card", () => {
  const card = (who = payer) => {
    const { actor } = who;
    if (!actor.company) throw new Error("no company");
    return readFuelCard({ read: db.read, actor: { ...actor, company: actor.company }, now: NOW });
  };
  it("shows the newest week and its change from the week before, and nothing if no price is known", async () => {
    expect(await card()).toBe(null);
    await published("2026-11-09", 3_870);
    await published("2026-11-16", 3_912);
    expect(await card()).toMatchObject({
      region: "Midwest",
      price: "$3.912",
      says: "Week of Mon, Nov 16, 4.2 cents more than the week before.",
      source: "Source: EIA",
      old: false,
      href: "/settlements/fuel",
    });
  });
  it("marks an old price, and shows the company's own price only with permission to read settlements", async () => {
    await published("2026-10-26", 3_870);
    await typed("3.95", "2026-11-02");
    expect(await card()).toMatchObject({ price: "$3.950", old: true, source: "Entered by your company" });
    const { actor } = payer;
    if (!actor.company) throw new Error("no company");
    const settlement = { create: false, read: false, update: false, delete: false };
    const driver = { ...actor, company: actor.company, permissions: { ...actor.permissions, settlement } };
    expect(await readFuelCard({ read: db.read, actor: driver, now: NOW })).toMatchObject({
      price: "$3.870",
      href: null,
    });
  });
});

describe("EIA price file", () => {
  const service = setupServer();
  beforeAll(() => service.listen({ onUnhandledRequest: "error" }));
  afterAll(() => service.close());
  const sheet = () => readFile(new URL("../testing/diesel.xls", import.meta.url));

  it("reads EIA's old Excel format region by region and skips empty cells", async () => {
    const { prices, leftOut } = await readFuelFile(await sheet());
    expect(leftOut).toEqual([]);
    expect(prices).toHaveLength(3 * 11 - 1);
    expect(prices.filter(({ region }) => region === "R20")).toEqual([
      { region: "R20", week_on: "2026-11-02", price_mills: 3851 },
      { region: "R20", week_on: "2026-11-09", price_mills: 3920 },
      { region: "R20", week_on: "2026-11-16", price_mills: 3962 },
    ]);
  });

  it("adds each price once, and stores EIA's later correction as the next revision", async () => {
    const { prices } = await readFuelFile(await sheet());
    expect(await importFuelPrices(db, prices, NOW)).toEqual({
      added: 32,
      corrected: 0,
      newest: "2026-11-16",
    });
    expect(await importFuelPrices(db, prices, NOW)).toEqual({ added: 0, corrected: 0, newest: null });
    expect(await published("2026-11-16", 3_900)).toMatchObject({ added: 0, corrected: 1 });
    expect(await shown()).toMatchObject([["2026-11-16", 3900, -20, "eia"], {}, {}]);
  });

  it("downloads only from EIA and rejects other files with an explanation", async () => {
    const bytes = await sheet();
    service.use(http.get(EIA_FILE_URL, () => HttpResponse.arrayBuffer(new Uint8Array(bytes).buffer)));
    expect((await readFuelFile(await fetchFuelFile())).prices).toHaveLength(32);
    service.use(http.get(EIA_FILE_URL, () => HttpResponse.redirect("https://elsewhere.example/file.xls")));
    await expect(fetchFuelFile()).rejects.toThrow(/redirects to another site/);
    service.use(http.get(EIA_FILE_URL, () => new HttpResponse(null, { status: 503 })));
    await expect(fetchFuelFile()).rejects.toThrow(/EIA answered 503/);
    for (const other of ["hello", "Date,Price\n2026-11-16,3.9\n", ""])
      await expect(readFuelFile(Buffer.from(other))).rejects.toBeInstanceOf(InvalidFuelFileError);
    await expect(readFuelFile(Buffer.concat([bytes.subarray(0, 600)]))).rejects.toBeInstanceOf(
      InvalidFuelFileError,
    );
  });

  it.skipIf(process.env.TEST_TRANSPORT === "sqld")(
    "imports a file from disk with the operator's command",
    async () => {
      const [file] = (await db.client.execute("PRAGMA database_list")).rows;
      const url = `file:${file?.file}`;
      const env = { ...process.env, DATABASE_URL: url, LIBSQL_PRIMARY_URL: "" };
      const imported = (...args: string[]) =>
        run(process.execPath, ["--import", "tsx", "db/scripts/import-fuel.ts", ...args], { env }).then(
          ({ stdout }) => stdout.trim(),
        );
      // Run the command's code without starting another process.
      const again = async (...args: string[]) => {
        const lines: string[] = [];
        await runFuelPriceImport({ url }, args, (line) => lines.push(line));
        return lines.join("\n");
      };
      const csv = join(tmpdir(), `fuel-${process.pid}.csv`);
      await writeFile(
        csv,
        "Sourcekey,EMD_EPD2D_PTE_R20_DPG\nDate,Midwest\n2026-11-09,3.87\n2026-11-16,6.9\n2026-11-17,3.9\n",
      );
      expect(await imported(csv)).toBe(
        [
          "Line 4 left out: R20: 6.9 is more than a quarter away from the week before",
          "Line 5 left out: 2026-11-17 is not a Monday",
          "1 prices added, 0 corrected, up to the week of 2026-11-09.",
        ].join("\n"),
      );
      expect(await again(csv, "--anyway")).toMatch(/1 prices added/);
      const refused = again("/nowhere.xls");
      await expect(refused).rejects.toThrow(/^There is no file \/nowhere\.xls\.$/);
      await expect(refused).rejects.toBeInstanceOf(DatabaseOpenError);
    },
  );
});
