import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client, InValue } from "@libsql/client";
import { expect, inject } from "vitest";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { readSession, startSession } from "~/web/session.server";
import { type Database, getDatabase, openDatabase } from "../../client.server";
import { makeUser } from "../../factories";
import { actAs } from "../../testing/acting";
import { seedBulk } from "../bulk";
import type { PlanStep } from "../plans";
import { type BenchUser, COMMON_QUERIES, OFFICE_QUERIES } from "./named-queries";

/** A SQL statement as sent to the database. */
export type RecordedQuery = { sql: string; args: unknown[] };

export const LARGE_SET_TICKETS = 20_000;

/** A large data set in a file, with the statements that each named query runs on it. */
export type LargeSet = {
  db: Database;
  /**
   * An empty database without statistics. Its query plans depend only on the schema, so it represents any database that
   * hasn't been analyzed.
   */
  plain: Database;
  /** Statements that each query ran, by the query's name. */
  asked: ReadonlyMap<string, readonly RecordedQuery[]>;
  /** User of the company that requests the most loads. */
  requester: BenchUser;
  /** Return the result of `act` and the statements that it ran. */
  during<T>(act: () => Promise<T>): Promise<{ ran: RecordedQuery[]; gave: T }>;
  /** Return the result of `ask` on an empty database that lacks this index. */
  withoutIndex<T>(index: string, ask: (poorer: Pick<Client, "execute">) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Create a large data set in a file, and run every named query on it. */
export async function createLargeSet(): Promise<LargeSet> {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-plans-"));
  const path = join(folder, "bulk.db");
  cpSync(inject("baseDatabase"), path);
  await seedBulk(path, LARGE_SET_TICKETS, new Date("2026-11-20T12:00:00.000Z"), () => {});
  let ran: RecordedQuery[] = [];
  const logger = { logQuery: (sql: string, args: unknown[]) => void ran.push({ sql, args }) };
  const opened = await getDatabase(() => ({ url: `file:${path}`, logger }));
  const db: Database = {
    ...opened,
    batch(statements, options) {
      for (const { sql, params } of statements) ran.push({ sql, args: params });
      return opened.batch(statements, options);
    },
  };
  const during: LargeSet["during"] = async (act) => {
    ran = [];
    const gave = await act();
    return { ran, gave };
  };
  const empty = async (name: string) => {
    const path = join(folder, `${name}.db`);
    cpSync(inject("baseDatabase"), path);
    return openDatabase({ url: `file:${path}` });
  };
  const plain = await empty("plain");
  const withoutIndex: LargeSet["withoutIndex"] = async (index, ask) => {
    const poorer = await empty(`without-${index}`);
    try {
      await poorer.client.execute(`DROP INDEX ${index}`);
      return await ask(poorer.client);
    } finally {
      await poorer.close();
    }
  };
  const map = new Map<string, RecordedQuery[]>();
  const requester = await askEverything(db, async (name, act) => {
    map.set(name, [...(map.get(name) ?? []), ...(await during(act)).ran]);
  });
  return {
    db,
    plain,
    asked: map,
    requester,
    during,
    withoutIndex,
    async close() {
      await db.close();
      await plain.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For each role, the query that finds the company with the most loads. */
const ROLES = {
  requester: "SELECT numbering_company_id FROM trip_ticket GROUP BY 1 ORDER BY count(*) DESC",
  hauler: "SELECT hauler_company_id FROM trip_ticket GROUP BY 1 ORDER BY count(*) DESC",
  mill: "SELECT mill_company_id FROM trip_ticket JOIN job_destination_mill USING (job_destination_id) GROUP BY 1 ORDER BY count(*) DESC",
  "land owner": "SELECT company_id FROM job_company WHERE is_land_owner GROUP BY 1 ORDER BY count(*) DESC",
};

type Note = (name: string, act: () => Promise<unknown>) => Promise<void>;

async function askEverything(db: Database, note: Note): Promise<BenchUser> {
  await db.client.execute(
    "INSERT INTO crew_permission SELECT c.id, e.id, 1, 1, 1, 1 FROM crew c, permission_entity e WHERE NOT c.is_primary AND e.is_company_entity",
  );
  await db.client.execute(
    "INSERT OR IGNORE INTO company_feature_access (company_id, feature_id, is_active, created_at) SELECT id, 3, 1, '2026-01-01T00:00:00.000Z' FROM company",
  );
  let requester: BenchUser | null = null;
  const met: number[] = [];
  for (const [role, sql] of Object.entries(ROLES)) {
    const { rows } = await db.client.execute(sql);
    const company = rows.map((row) => Number(row[0])).find((id) => id && !met.includes(id)) ?? 0;
    met.push(company);
    const who = await onlooker(db, company);
    for (const [name, act] of Object.entries(COMMON_QUERIES)) await note(name, () => act(who));
    if (role !== "requester") continue;
    requester = who;
    for (const [name, act] of Object.entries(OFFICE_QUERIES)) await note(name, () => act(who));
    const { id } = who.person.actor.user ?? { id: 0 };
    const cookie = await startSession(new Request("http://here/"), id, company);
    const request = new Request("http://here/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });
    await note("who asks: session, companies, permissions", async () => {
      expect(await readSession(request)).not.toBeNull();
      await actAs(db, id, company);
    });
  }
  if (!requester) throw new Error("no requester has a load");
  return requester;
}

/**
 * Create a user in an ordinary crew, whose permissions have to be read from rows. The user can see and do everything
 * that their company may.
 */
async function onlooker(db: Database, company: number): Promise<BenchUser> {
  const one = async (sql: string) => Number((await db.client.execute(sql)).rows[0]?.[0]);
  const crew = await one(`SELECT id FROM crew WHERE company_id = ${company} AND NOT is_primary`);
  const person = await actAs(db, await makeUser(db, {}, [crew]), company);
  const [ticket] = (await person.call(listTickets, {})).rows;
  const open = await one(
    `SELECT c.ticket_id FROM ticket_company c JOIN trip_ticket t ON t.id = c.ticket_id WHERE c.company_id = ${company} ORDER BY c.status = ${STATUS.available} DESC, t.numbering_company_id = ${company} DESC LIMIT 1`,
  );
  const job = await one(
    `SELECT job_id FROM job_reader WHERE company_id = ${company} ORDER BY job_id IN (SELECT id FROM job WHERE request_user_company_id = ${company}) DESC LIMIT 1`,
  );
  const destination = await one(`SELECT id FROM job_destination WHERE job_id = ${job}`);
  return { person, db, ticket: ticket?.id ?? 0, open, job, destination };
}

/** Return the plan of a statement. */
export async function readPlan(
  client: Pick<Client, "execute">,
  { sql, args }: RecordedQuery,
): Promise<PlanStep[]> {
  const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: args as InValue[] });
  return rows.map((r) => ({ id: Number(r.id), parent: Number(r.parent), detail: String(r.detail) }));
}
