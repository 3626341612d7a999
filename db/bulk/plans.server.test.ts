import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client, InValue } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { VIEWS } from "~/domain/tickets/trip-ticket";
import { listTickets } from "~/features/trip-tickets/list.server";
import { readSession, startSession } from "~/web/session.server";
import { EVERYBODYS, OFFICES, type Onlooker, SORTABLE } from "../../bench/named-queries";
import { type Database, database, openDatabase } from "../client.server";
import { makeUser } from "../factories";
import { acting } from "../testing/acting";
import { seedBulk } from "./bulk";
import { offencesOf, type PlanStep, triggerStatements } from "./plans";

/** Large sets need a file. Where better-sqlite3 couldn't be compiled, there's nothing to test. */
const installed = (() => {
  try {
    createRequire(import.meta.url)("better-sqlite3");
    return true;
  } catch {
    return false;
  }
})();
const onFile = process.env.TEST_TRANSPORT === "file" && installed;
if (!installed) test.skip("no plan is looked at: the optional package better-sqlite3 is not installed");
const TICKETS = 20_000;

/** Indexes in whose place another one, from the same start, would do for the plans that are looked at. */
const HAS_ANOTHER = [
  "audit_entry_by_person",
  "certification_company",
  "company_creator",
  "company_destination_company",
  "crew_primary",
  // "job_product_rate_once" starts with the job as well.
  "job_product_rate_job",
  // Without it all of a statement's lines are read by its key to find the few that no load was found for.
  "mill_statement_line_unmatched",
  // The other index of news of a person and company leads to those that are unread as well.
  "notification_inbox_unread",
  "settlement_adjustment_used",
  "settlement_line_claim",
  "settlement_statement_number",
  "settlement_statement_pair",
  "settlement_statement_payer",
  "settlement_statement_received",
  "settlement_statement_receiver",
  "submission_spent",
  "trip_ticket_open",
  "trip_ticket_last_load",
  "trip_ticket_load_once",
  // Held by name below: what is open is a part of what stands in an index with the same start.
  // What is asked of a job starts in one of the others, which begin with it.
  "trip_ticket_settlement_job",
  "trip_ticket_settlement_job_problem",
  "trip_ticket_settlement_on_job",
  "trip_ticket_settlement_open",
  "trip_ticket_settlement_problem",
  "trip_ticket_settlement_waits",
];

/** What one load took from a landing: a few rows, whatever else there is. */
const ONE_LOADS = [
  { query: /FROM landing_inventory i WHERE i\.trip_ticket_id = \?/, why: "what one load took" },
];

type Statement = { sql: string; args: unknown[] };
let folder = "";
let db: Database;
/**
 * An empty one without statistics. Its plans follow from the schema alone, so it represents any database that hasn't
 * been analyzed.
 */
let plain: Database;
let ran: Statement[] = [];
/** Somebody of the company that asks for most loads. */
let requester: Onlooker;
/** The statements that each named query ran. */
const asked = new Map<string, Statement[]>();

beforeAll(async () => {
  if (!onFile) return;
  folder = mkdtempSync(join(tmpdir(), "timbertally-plans-"));
  const path = join(folder, "bulk.db");
  cpSync(inject("baseDatabase"), path);
  await seedBulk(path, TICKETS, new Date("2026-11-20T12:00:00.000Z"), () => {});
  plain = await withoutIndex(null);
  const logger = { logQuery: (sql: string, args: unknown[]) => void ran.push({ sql, args }) };
  const opened = await database(() => ({ url: `file:${path}`, logger }));
  db = {
    ...opened,
    batch(statements, options) {
      for (const { sql, params } of statements) ran.push({ sql, args: params });
      return opened.batch(statements, options);
    },
  };
  await askEverything();
}, 120_000);
afterAll(async () => {
  if (!onFile) return;
  await db.close();
  await plain.close();
  rmSync(folder, { recursive: true, force: true });
});

async function note(name: string, act: () => Promise<unknown>) {
  ran = [];
  await act();
  asked.set(name, [...(asked.get(name) ?? []), ...ran]);
}

async function askEverything() {
  const roles = {
    requester: "SELECT numbering_company_id FROM trip_ticket GROUP BY 1 ORDER BY count(*) DESC",
    hauler: "SELECT hauler_company_id FROM trip_ticket GROUP BY 1 ORDER BY count(*) DESC",
    mill: "SELECT mill_company_id FROM trip_ticket JOIN job_destination_mill USING (job_destination_id) GROUP BY 1 ORDER BY count(*) DESC",
    "land owner": "SELECT company_id FROM job_company WHERE is_land_owner GROUP BY 1 ORDER BY count(*) DESC",
  };
  await db.client.execute(
    "INSERT INTO crew_permission SELECT c.id, e.id, 1, 1, 1, 1 FROM crew c, permission_entity e WHERE NOT c.is_primary AND e.is_company_entity",
  );
  await db.client.execute(
    "INSERT OR IGNORE INTO company_feature_access (company_id, feature_id, is_active, created_at) SELECT id, 3, 1, '2026-01-01T00:00:00.000Z' FROM company",
  );
  const met: number[] = [];
  for (const [role, sql] of Object.entries(roles)) {
    const { rows } = await db.client.execute(sql);
    const company = rows.map((row) => Number(row[0])).find((id) => id && !met.includes(id)) ?? 0;
    met.push(company);
    const who = await onlooker(company);
    for (const [name, act] of Object.entries(EVERYBODYS)) await note(name, () => act(who));
    if (role !== "requester") continue;
    requester = who;
    for (const [name, act] of Object.entries(OFFICES)) await note(name, () => act(who));
    const { id } = who.person.actor.user ?? { id: 0 };
    const cookie = await startSession(new Request("http://here/"), id, company);
    const request = new Request("http://here/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });
    await note("who asks: session, companies, permissions", async () => {
      expect(await readSession(request)).not.toBeNull();
      await acting(db, id, company);
    });
  }
}

const one = async (sql: string) => Number((await db.client.execute(sql)).rows[0]?.[0]);

/** Somebody of an ordinary crew, whose permissions are rows; they see and may do all that their company may. */
async function onlooker(company: number): Promise<Onlooker> {
  const crew = await one(`SELECT id FROM crew WHERE company_id = ${company} AND NOT is_primary`);
  const person = await acting(db, await makeUser(db, {}, [crew]), company);
  const [ticket] = (await person.call(listTickets, {})).rows;
  const open = await one(
    `SELECT c.ticket_id FROM ticket_company c JOIN trip_ticket t ON t.id = c.ticket_id WHERE c.company_id = ${company} ORDER BY c.status = 7 DESC, t.numbering_company_id = ${company} DESC LIMIT 1`,
  );
  const job = await one(
    `SELECT job_id FROM job_reader WHERE company_id = ${company} ORDER BY job_id IN (SELECT id FROM job WHERE request_user_company_id = ${company}) DESC LIMIT 1`,
  );
  const destination = await one(`SELECT id FROM job_destination WHERE job_id = ${job}`);
  return { person, db, ticket: ticket?.id ?? 0, open, job, destination };
}

async function planOf(client: Pick<Client, "execute">, { sql, args }: Statement): Promise<PlanStep[]> {
  const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: args as InValue[] });
  return rows.map((r) => ({ id: Number(r.id), parent: Number(r.parent), detail: String(r.detail) }));
}

/** All offences of all named queries, each with its query's name. */
async function offences(client: Pick<Client, "execute">): Promise<string[]> {
  const found = new Set<string>();
  for (const [name, statements] of asked)
    for (const statement of new Map(statements.map((s) => [s.sql, s])).values())
      for (const offence of offencesOf(statement.sql, await planOf(client, statement), SORTABLE))
        found.add(`${name}: ${offence}`);
  return [...found];
}

describe.runIf(onFile)("a large set", () => {
  test("no named query walks through a table or sorts without end, with statistics and without", async () => {
    expect(asked.size).toBe(Object.keys({ ...EVERYBODYS, ...OFFICES }).length + 1);
    expect([...asked].filter(([, statements]) => statements.length === 0)).toEqual([]);
    expect(await offences(db.client)).toEqual([]);
    expect(await offences(plain.client)).toEqual([]);
  });

  test("no trigger walks through a table", async () => {
    for (const { client } of [db, plain]) {
      const { rows } = await client.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
      expect(rows.length).toBeGreaterThan(10);
      for (const { name, sql } of rows)
        for (const statement of triggerStatements(String(sql))) {
          const args = Array.from(statement.matchAll(/\?/g), () => 1);
          expect(
            offencesOf(statement, await planOf(client, { sql: statement, args }), ONE_LOADS),
            String(name),
          ).toEqual([]);
        }
    }
  });

  test("every set that may be sorted is sorted by some query", () => {
    const all = [...asked.values()].flat();
    expect(SORTABLE.filter(({ query }) => !all.some(({ sql }) => query.test(sql)))).toEqual([]);
  });

  test("the list takes its order from its key, and what is not completed from its own index", async () => {
    const details = async (name: string) =>
      (await Promise.all((asked.get(name) ?? []).map((s) => planOf(db.client, s))))
        .flat()
        .map((s) => s.detail);
    expect(await details("list, first page")).toContain("SEARCH c USING PRIMARY KEY (company_id=?)");
    expect(await details("new ticket: destinations, products, drivers")).toContain(
      "SEARCH trip_ticket USING INDEX trip_ticket_last_load (job_id=? AND creator_company_id=?)",
    );
    for (const name of ["list, under way", "available to haul", "list, by number, priority, creation"])
      expect(await details(name), name).toContain(
        "SEARCH c USING COVERING INDEX ticket_company_open (company_id=?)",
      );
  });

  test("a search of settlements takes each end in its order from its index, and sorts only what others pay", async () => {
    const statement = (asked.get("settlements: search") ?? []).find(({ sql }) =>
      /earned_on DESC, id DESC/.test(sql),
    );
    const steps = statement ? await planOf(db.client, statement) : [];
    const details = steps.map((s) => s.detail);
    for (const end of ["payer (paying", "receiver (receiving"]) {
      const search = `trip_ticket_settlement USING COVERING INDEX trip_ticket_settlement_${end}_company_id=? AND trip_ticket_settlement_status_type_id=?)`;
      expect(details.join("\n").replaceAll("USING INDEX", "USING COVERING INDEX").split(search)).toHaveLength(
        4,
      );
    }
    expect(details).toContain(
      "SEARCH trip_ticket_settlement USING INDEX trip_ticket_settlement_on_job (job_id=? AND paying_company_id<?)",
    );
    // Two ends for each of three statuses are what others pay on the company's jobs.
    expect(details.filter((d) => /TEMP B-TREE FOR ORDER BY/.test(d)).length).toBeLessThanOrEqual(7);
  });

  test("what is open, waits or lacks something is read from what is open alone", async () => {
    const indexes = async (name: string) => {
      const plans = await Promise.all((asked.get(name) ?? []).map((s) => planOf(db.client, s)));
      return plans.flat().flatMap((s) => / INDEX (\w+)/.exec(s.detail)?.[1] ?? []);
    };
    expect(await indexes("settlements: to pay")).toEqual(
      expect.arrayContaining(["trip_ticket_settlement_open", "trip_ticket_settlement_problem"]),
    );
    expect(await indexes("settlements: to receive")).toContain("trip_ticket_settlement_waits");
    expect(await indexes("settlements: what needs somebody, and one reason of it")).toEqual(
      expect.arrayContaining(["trip_ticket_settlement_waits", "trip_ticket_settlement_job_problem"]),
    );
    expect(await indexes("settlements: a statement's page")).toContain("settlement_line_below");
    const [list] = (asked.get("settlements: statements") ?? []).filter(({ sql }) =>
      /ORDER BY id DESC LIMIT/.test(sql),
    );
    const steps = list ? await planOf(db.client, list) : [];
    expect(steps.map((s) => s.detail).join("\n")).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
  });

  test("what a short way in finds is what the company's own list has", async () => {
    const { offered } = VIEWS.loads;
    for (const [filter, matches, way] of [
      [{ scaled: false }, "scaled_volume IS NULL", /INDEXED BY trip_ticket_unscaled/],
      [
        { dropped_off_start: "2026-11-01T00:00:00Z", dropped_off_end: "2026-11-08T00:00:00Z" },
        "dropped_off_at BETWEEN '2026-11-01T00:00:00.000Z' AND '2026-11-08T00:00:00.000Z'",
        /company_delivery d CROSS JOIN/,
      ],
    ] as const) {
      const { person } = requester;
      ran = [];
      const { total, rows } = await person.call(listTickets, { ...filter, status_ids: [...offered] });
      expect(ran.some(({ sql }) => way.test(sql))).toBe(true);
      const { rows: own } = await db.client.execute(
        `SELECT t.id FROM ticket_company c JOIN trip_ticket t ON t.id = c.ticket_id
          WHERE c.company_id = ${person.actor.company?.id} AND c.status IN (${offered}) AND ${matches} ORDER BY c.last_modified_at DESC, t.id DESC`,
      );
      expect(total).toBe(own.length);
      expect(total).toBeGreaterThan(rows.length);
      expect(total).toBeLessThan(1_000);
      expect(rows.map((row) => row.id)).toEqual(own.slice(0, rows.length).map((row) => row.id));
    }
  });

  test("what a payment or a void does to the claims of a statement starts in its own lines", async () => {
    const { rows } = await plain.client.execute(
      "SELECT sql FROM sqlite_master WHERE name IN ('settlement_statement_paid', 'settlement_statement_voids')",
    );
    expect(rows).toHaveLength(2);
    for (const { sql: trigger } of rows) {
      const [, lines = ""] =
        /FROM \((SELECT trip_ticket_settlement_id AS claim.*?)\) t/s.exec(String(trigger)) ?? [];
      const steps = await planOf(plain.client, { sql: lines.replace("NEW.id", "?"), args: [1] });
      expect(steps.map(({ detail }) => detail).join("\n")).toContain(
        "USING INDEX sqlite_autoindex_settlement_line_1 (settlement_statement_id=?)",
      );
    }
  });

  test("an index that is taken away is missed", async () => {
    const plans = (await Promise.all([...asked.values()].flat().map((s) => planOf(plain.client, s)))).flat();
    const used = new Set(
      plans.flatMap(({ detail }) => / USING (?:COVERING )?INDEX (?!sqlite_)(\w+)/.exec(detail)?.[1] ?? []),
    );
    const unmissed: string[] = [];
    for (const index of used) {
      const poorer = await withoutIndex(index);
      // Where a query names the index, it cannot be put together at all.
      if ((await offences(poorer.client).catch(() => ["refused"])).length === 0) unmissed.push(index);
      await poorer.close();
    }
    expect(unmissed.filter((index) => !HAS_ANOTHER.includes(index))).toEqual([]);
  }, 240_000);
});

/** An empty database that lacks an index. */
async function withoutIndex(index: string | null): Promise<Database> {
  const path = join(folder, `without-${index}.db`);
  cpSync(inject("baseDatabase"), path);
  if (index) {
    const whole = await openDatabase({ url: `file:${path}` });
    await whole.client.execute(`DROP INDEX ${index}`);
    await whole.close();
  }
  return openDatabase({ url: `file:${path}` });
}
