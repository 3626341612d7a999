import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { allowAnyRows, ConcurrentWriteError, commitSteps, expectOneRow } from "~/web/commit.server";
import type { Database } from "./client.server";
import { DatabaseError } from "./errors.server";
import { readDerivedStatements } from "./migrate.server";
import { prepareQuery } from "./prepared.server";
import { createReferenceStatements, seedReferenceData } from "./reference/seed";
import { company, tripTicketStatus, usCounty } from "./schema";
import { openTestDatabase } from "./testing/test-database";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const newCompany = (name: string) =>
  db.write.insert(company).values({ name, created_at: "2026-01-01T00:00:00.000Z" });
const named = async (name: string) =>
  (await db.read.select().from(company).where(sql`name = ${name}`)).length;

test("reference data has the ids of the API", async () => {
  const statuses = await db.read.select().from(tripTicketStatus);
  expect(statuses).toContainEqual({ id: 7, name: "Is Available" });
  const [crawford] = await db.read.select().from(usCounty).where(sql`id = 26039`);
  expect(crawford).toMatchObject({ name: "Crawford", us_state_id: 26, countyfp: "039" });
});

test("a prepared query is built once and returns the right rows for the values of each call", async () => {
  let built = 0;
  const nameOf = prepareQuery((read) => {
    built++;
    return read
      .select({ name: tripTicketStatus.name })
      .from(tripTicketStatus)
      .where(sql`id = ${sql.placeholder("id")}`);
  });
  expect(await Promise.all([nameOf(db.read, { id: 7 }), nameOf(db.read, { id: 7000 })])).toEqual([
    [{ name: "Is Available" }],
    [],
  ]);
  expect(await nameOf(db.read, { id: 7 })).toHaveLength(1);
  expect(built).toBe(1);
  await expect(nameOf(db.read, {})).rejects.toThrow(/placeholder "id"/);
});

test("writing reference data again changes nothing", async () => {
  const sums = () =>
    db.client.execute("SELECT count(*) n, sum(length(name)) l, sum(min_longitude) x FROM us_county");
  const before = (await sums()).rows[0];
  await db.client.batch(
    createReferenceStatements().filter((s) => s.sql.includes("us_county ")),
    "write",
  );
  expect((await sums()).rows[0]).toEqual(before);
  expect(await seedReferenceData(db.client)).toBe("current");
});

test("a batch is all or nothing", async () => {
  const twice = db.batch([
    newCompany("Half").toSQL(),
    { sql: "INSERT INTO company (id) VALUES (1)", params: [] },
  ]);
  await expect(twice).rejects.toBeInstanceOf(DatabaseError);
  expect(await named("Half")).toBe(0);
});

test("a commit is undone if a step that must change a row changes none", async () => {
  const miss = db.write.update(company).set({ name: "x" }).where(sql`id = 987654`);
  const commit = commitSteps(
    db,
    [allowAnyRows(newCompany("Undone")), expectOneRow(miss)],
    { ok: true },
    null,
  );
  await expect(commit).rejects.toBeInstanceOf(ConcurrentWriteError);
  expect(await named("Undone")).toBe(0);
});

test("a commit returns its outcome, computed in the same batch", async () => {
  const outcome = await commitSteps(
    db,
    [expectOneRow(newCompany("Kept"))],
    { id: sql<number>`(SELECT id FROM company WHERE name = 'Kept')`, word: "done", yes: true, none: null },
    null,
  );
  expect(outcome).toEqual({ id: expect.any(Number), word: "done", yes: true, none: null });
});

test("the write interface never executes a statement by itself", async () => {
  await expect((async () => newCompany("Alone"))()).rejects.toThrow(/Failed query|by commit/);
  expect(await named("Alone")).toBe(0);
});

test("of twenty concurrent commits on the same version, only one is applied", async () => {
  await db.batch([newCompany("Raced").toSQL()]);
  const edit = () =>
    commitSteps(
      db,
      [expectOneRow(db.write.update(company).set({ version: 2 }).where(sql`name = 'Raced' AND version = 1`))],
      { ok: true },
      null,
    );
  const results = await Promise.allSettled(Array.from({ length: 20 }, edit));
  expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
  for (const r of results) if (r.status === "rejected") expect(r.reason).toBeInstanceOf(ConcurrentWriteError);
});

test("distinguishes kinds of database faults on every transport", async () => {
  const fault = (statement: string) =>
    db.batch([{ sql: statement, params: [] }]).then(
      () => "none",
      (e: DatabaseError) => e.fault,
    );
  expect(await fault("INSERT INTO country (id, name) VALUES (1, 'x')")).toBe("unique");
  expect(await fault("INSERT INTO crew (company_id, name, created_at) VALUES (987654, 'x', 'x')")).toBe(
    "foreign-key",
  );
  expect(await fault("INSERT INTO country (id) VALUES (77)")).toBe("not-null");
  expect(
    await fault("INSERT INTO company (name, created_at, default_load_amount) VALUES ('x', 'x', 0)"),
  ).toBe("check");
  expect(await fault("UPDATE no_such_table SET x = 1")).toBe("other");
});

test("the database has every object that db/derived.sql creates", async () => {
  const created = (await readDerivedStatements()).flatMap(
    (s) => /^CREATE (?:TABLE|VIEW|TRIGGER)(?: IF NOT EXISTS)? (\w+)/.exec(s)?.[1] ?? [],
  );
  const { rows } = await db.client.execute(
    "SELECT name FROM sqlite_master WHERE type IN ('table','view','trigger')",
  );
  const names = rows.map((r) => r.name);
  expect(created.length).toBeGreaterThan(15);
  for (const name of created) expect(names).toContain(name);
});
