import { createHash } from "node:crypto";
import type { Client } from "@libsql/client";
import { count, eq, like } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Database } from "../client.server";
import { billingProduct } from "../schema/billing";
import { stateOwnerRule } from "../schema/owner-links";
import * as reference from "../schema/reference";
import { statePaymentRule } from "../schema/settlements";
import { stateTicketRule } from "../schema/ticket-lists";
import { openTestDatabase } from "../testing/test-database";
import { createReferenceStatements, hashReferenceData, seedReferenceData } from "./seed";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const tables = [
  ...Object.values(reference),
  billingProduct,
  stateTicketRule,
  stateOwnerRule,
  statePaymentRule,
] as SQLiteTable[];
const nameOf = (table: SQLiteTable) => getTableConfig(table).name;

/** Return one checksum over every row of every reference table. */
async function checksum(): Promise<string> {
  const sum = createHash("sha256");
  for (const name of tables.map(nameOf).sort()) {
    const { rows, columns } = await db.client.execute(`SELECT * FROM ${name} ORDER BY 1, 2`);
    sum.update(JSON.stringify([name, rows.map((row) => columns.map((c) => row[c]))]));
  }
  return sum.digest("hex");
}

const setHash = (hash: string) =>
  db.client.execute({ sql: "UPDATE reference_version SET hash = ? WHERE id = 1", args: [hash] });
const heldHash = async () =>
  (await db.client.execute("SELECT hash FROM reference_version WHERE id = 1")).rows[0]?.hash;

/** Wrap the test's client to count its calls and fail at the nth batch. */
function counted(failAt = Number.POSITIVE_INFINITY) {
  const calls = { execute: 0, batch: 0 };
  const client: Pick<Client, "batch" | "execute"> = {
    execute: (...args: [never]) => {
      calls.execute += 1;
      return db.client.execute(...args);
    },
    batch: async (statements, mode) => {
      calls.batch += 1;
      if (calls.batch === failAt) throw new Error("the line is down");
      return db.client.batch(statements, mode);
    },
  };
  return { client, calls };
}

describe("a migrated database", () => {
  it("contains the reference data in exactly the listed tables, each of which has rows", async () => {
    const written = new Set(createReferenceStatements().map((s) => /^INSERT INTO (\w+) /.exec(s.sql)?.[1]));
    written.add("reference_version");
    expect([...written].sort()).toEqual(tables.map(nameOf).sort());
    for (const table of tables) {
      const [row] = await db.read.select({ n: count() }).from(table);
      expect([nameOf(table), (row?.n ?? 0) > 0]).toEqual([nameOf(table), true]);
    }
  });

  test.each<[SQLiteTable, number]>([
    [reference.usState, 56],
    [reference.usCounty, 3233],
    [reference.usCountyGeometry, 3233],
    [reference.plssMeridian, 37],
    [reference.woodSpecies, 111],
    [reference.woodUnitType, 3],
    [reference.roadType, 9],
    [reference.notificationType, 9],
    [reference.permissionEntity, 20],
    [reference.feature, 3],
  ])("has as many rows as there are (%#)", async (table, rows) => {
    const [row] = await db.read.select({ n: count() }).from(table);
    expect(row?.n).toBe(rows);
  });

  it("hides one certification type, because of its name", async () => {
    const hidden = await db.read
      .select()
      .from(reference.certificationType)
      .where(like(reference.certificationType.name, "%URL%"));
    expect(hidden).toHaveLength(1);
  });

  it("stores numbers as numbers and outlines as GeoJSON", async () => {
    const [row] = await db.read
      .select()
      .from(reference.usCounty)
      .innerJoin(reference.usState, eq(reference.usState.id, reference.usCounty.us_state_id))
      .innerJoin(
        reference.usCountyGeometry,
        eq(reference.usCountyGeometry.us_county_id, reference.usCounty.id),
      )
      .where(eq(reference.usCounty.id, 26039));
    expect(row?.us_state).toMatchObject({ stusps: "MI", has_plss: true, time_zone: "America/Detroit" });
    expect(row?.us_county.min_longitude).toBeCloseTo(-84.85, 1);
    expect(JSON.parse(row?.us_county_geometry.geom ?? "")).toMatchObject({ type: "Polygon" });
  });

  it("has no dangling foreign key", async () => {
    expect((await db.client.execute("PRAGMA foreign_key_check")).rows).toEqual([]);
  });

  it("lists a state's counties in the order of an index, without sorting", async () => {
    const plan = await db.client.execute(
      "EXPLAIN QUERY PLAN SELECT id, name FROM us_county WHERE us_state_id = 26 ORDER BY name",
    );
    const steps = plan.rows.map((row) => String(row.detail)).join("; ");
    expect(steps).toContain("us_county_state");
    expect(steps).not.toContain("TEMP B-TREE");
  });
});

describe("seeding the reference data", () => {
  it("runs one query and writes nothing if the reference data is current", async () => {
    const { client, calls } = counted();
    expect(await seedReferenceData(client)).toBe("current");
    expect(calls).toEqual({ execute: 1, batch: 0 });
  });

  it("changes no row when all data is written again", async () => {
    const before = await checksum();
    await setHash("an earlier edition");
    expect(await seedReferenceData(db.client)).toBe("written");
    expect(await heldHash()).toBe(hashReferenceData());
    expect(await checksum()).toBe(before);
  });

  it("corrects names written by an earlier version", async () => {
    const before = await checksum();
    await db.client.batch(
      [
        "UPDATE us_county SET name = 'Otherwise', min_latitude = 0 WHERE id = 26039",
        "UPDATE trip_ticket_status SET name = 'Available' WHERE id = 7",
        "DELETE FROM us_county_geometry WHERE us_county_id = 26039",
      ],
      "write",
    );
    expect(await checksum()).not.toBe(before);
    await setHash("an earlier edition");
    await seedReferenceData(db.client);
    expect(await checksum()).toBe(before);
  });

  it("an interrupted seeding is repeated at the next start", async () => {
    const before = await checksum();
    await setHash("an earlier edition");
    const { client } = counted(2);
    await expect(seedReferenceData(client)).rejects.toThrow("the line is down");
    expect(await heldHash()).toBe("an earlier edition");
    expect(await seedReferenceData(db.client)).toBe("written");
    expect(await checksum()).toBe(before);
  });
});
