import type { Client } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyChain } from "~/modules/history/shared/history.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { TICKET_VIEWS } from "~/modules/trip-tickets/rules/trip-ticket";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { hasBetterSqlite } from "./better-sqlite";
import { findPlanOffenses, listTriggerStatements } from "./plans";
import { BOUNDED_SETS } from "./testing/bounded-sets";
import { INDEXES_WITH_SUBSTITUTE } from "./testing/index-substitutes";
import {
  createLargeSet,
  LARGE_SET_TICKETS,
  type LargeSet,
  type RecordedQuery,
  readPlan,
} from "./testing/large-set.server";
import { COMMON_QUERIES, OFFICE_QUERIES } from "./testing/named-queries";

/** Needs a database file and better-sqlite3; otherwise these tests are skipped. */
const installed = hasBetterSqlite();
const onFile = process.env.TEST_TRANSPORT === "file" && installed;
if (!installed)
  test.skip("skips the tests of query plans if the optional package better-sqlite3 is not installed");

/** Sort allowed in these tests: one load's rows in the landing inventory, which are few in a database of any size. */
const ONE_LOADS = [
  { query: /FROM landing_inventory i WHERE i\.trip_ticket_id = \?/, why: "what one load took" },
];

let set: LargeSet;
beforeAll(async () => {
  if (onFile) set = await createLargeSet();
}, 600_000);
afterAll(async () => {
  if (onFile) await set.close();
});

/** Return the statements of all named queries by their text, without duplicates. */
const statements = () =>
  new Map([...set.asked.values()].flat().map((statement) => [statement.sql, statement]));

/** Return the disallowed plan steps of all named queries, each with the name of its query. */
async function offences(client: Pick<Client, "execute">): Promise<string[]> {
  const map = new Map<string, string[]>();
  for (const [sql, statement] of statements())
    map.set(sql, findPlanOffenses(sql, await readPlan(client, statement), BOUNDED_SETS));
  const lines = [...set.asked].flatMap(([name, ran]) =>
    ran.flatMap(({ sql }) => (map.get(sql) ?? []).map((offence) => `${name}: ${offence}`)),
  );
  return [...new Set(lines)];
}

/**
 * Check whether one of the statements scans or sorts without a limit, or can't be prepared because it refers to a
 * missing index.
 */
async function isMissed(client: Pick<Client, "execute">, ran: readonly RecordedQuery[]): Promise<boolean> {
  for (const statement of ran) {
    const plan = await readPlan(client, statement).catch(() => null);
    if (!plan || findPlanOffenses(statement.sql, plan, BOUNDED_SETS).length > 0) return true;
  }
  return false;
}

describe.runIf(onFile)("a large data set", () => {
  test("has correct counts, keys, stored visibility, history chains, and numbers for new tickets", async () => {
    // Running all queries has also created a ticket, so only the seeded tickets are counted.
    const SEEDED = "uid LIKE 'bulk-%'";
    const one = async (sql: string) => (await set.db.client.execute({ sql, args: [] })).rows[0];
    expect((await one(`SELECT count(*) AS n FROM trip_ticket WHERE ${SEEDED}`))?.n).toBe(LARGE_SET_TICKETS);
    expect((await one("PRAGMA integrity_check"))?.integrity_check).toBe("ok");
    expect(await one("PRAGMA foreign_key_check")).toBeUndefined();
    const differs =
      "SELECT count(*) AS n FROM (SELECT ticket_id, company_id FROM ticket_company EXCEPT SELECT trip_ticket_id, company_id FROM trip_ticket_reader)";
    expect((await one(differs))?.n).toBe(0);
    const counted =
      "SELECT (SELECT sum(n) FROM company_status_count) - (SELECT count(*) FROM ticket_company) AS d";
    expect((await one(counted))?.d).toBe(0);
    const ticket = await one(
      `SELECT id, uid, job_id FROM trip_ticket WHERE ${SEEDED} ORDER BY id DESC LIMIT 1`,
    );
    expect(
      await verifyChain(set.db.read, {
        uid: String(ticket?.uid),
        jobId: Number(ticket?.job_id),
        ticketId: Number(ticket?.id),
      }),
    ).toBe(true);
    const { person } = set.requester;
    const mine = await one(
      `SELECT j.id AS job, d.id AS destination, max(t.trip_ticket_number) AS last FROM job j JOIN job_destination d ON d.job_id = j.id JOIN trip_ticket t ON t.numbering_company_id = j.request_user_company_id WHERE j.request_user_company_id = ${person.actor.company?.id}`,
    );
    const { id } = await person.call(createTicket, {
      job_id: Number(mine?.job),
      job_destination_id: Number(mine?.destination),
      product: "5-746-0",
    });
    expect((await person.call(getTicketPage, { id })).number).toBe(Number(mine?.last) + 1);
  });

  test("no named query scans a table or sorts without a limit, whether or not the database has statistics", async () => {
    expect(set.asked.size).toBe(Object.keys({ ...COMMON_QUERIES, ...OFFICE_QUERIES }).length + 1);
    expect([...set.asked].filter(([, statements]) => statements.length === 0)).toEqual([]);
    expect(await offences(set.db.client)).toEqual([]);
    expect(await offences(set.plain.client)).toEqual([]);
  });

  test("no trigger scans a table", async () => {
    for (const { client } of [set.db, set.plain]) {
      // Triggers on the tables of states may read all jobs, because these tables change only with a release.
      const { rows } = await client.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name NOT IN ('us_state', 'state_payment_rule')",
      );
      expect(rows.length).toBeGreaterThan(10);
      for (const { name, sql } of rows)
        for (const statement of listTriggerStatements(String(sql))) {
          const args = Array.from(statement.matchAll(/\?/g), () => 1);
          expect(
            findPlanOffenses(statement, await readPlan(client, { sql: statement, args }), ONE_LOADS),
            String(name),
          ).toEqual([]);
        }
    }
  });

  test("every set that tests allow to be sorted is sorted by some query", () => {
    const all = [...set.asked.values()].flat();
    expect(BOUNDED_SETS.filter(({ query }) => !all.some(({ sql }) => query.test(sql)))).toEqual([]);
  });

  test("the ticket list is read by its primary key, and tickets not completed by their own index", async () => {
    const details = async (name: string) =>
      (await Promise.all((set.asked.get(name) ?? []).map((s) => readPlan(set.db.client, s))))
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

  test("a settlement search reads each side in index order, and sorts only amounts between other companies", async () => {
    const statement = (set.asked.get("settlements: search") ?? []).find(({ sql }) =>
      /earned_on DESC, id DESC/.test(sql),
    );
    const steps = statement ? await readPlan(set.db.client, statement) : [];
    const details = steps.map((s) => s.detail);
    for (const end of ["payer (paying", "receiver (receiving"]) {
      const search = `amount_owed USING COVERING INDEX trip_ticket_settlement_${end}_company_id=? AND status_type_id=?)`;
      expect(details.join("\n").replaceAll("USING INDEX", "USING COVERING INDEX").split(search)).toHaveLength(
        4,
      );
    }
    expect(details).toContain(
      "SEARCH amount_owed USING INDEX trip_ticket_settlement_on_job (job_id=? AND paying_company_id<?)",
    );
    // Sorting is needed only for amounts between other companies on the company's jobs: for payer and payee, in each of
    // three statuses.
    expect(details.filter((d) => /TEMP B-TREE FOR ORDER BY/.test(d)).length).toBeLessThanOrEqual(7);
  });

  test("queries for open, waiting, incomplete or named items use an index that contains only these items", async () => {
    const indexes = async (name: string) => {
      const plans = await Promise.all((set.asked.get(name) ?? []).map((s) => readPlan(set.db.client, s)));
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
    expect(await indexes("dashboard")).toEqual(
      expect.arrayContaining(["job_company_changed", "job_company_waits", "job_company_declined"]),
    );
    expect(await indexes("find: a name")).toContain("job_company_contract");
    const [list] = (set.asked.get("settlements: statements") ?? []).filter(({ sql }) =>
      /ORDER BY id DESC LIMIT/.test(sql),
    );
    const steps = list ? await readPlan(set.db.client, list) : [];
    expect(steps.map((s) => s.detail).join("\n")).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
  });

  test("queries that use a narrower index find the same tickets as the company's full list", async () => {
    const { offered } = TICKET_VIEWS.loads;
    for (const [filter, matches, way] of [
      [{ scaled: false }, "scaled_volume IS NULL", /INDEXED BY trip_ticket_not_scaled/],
      [
        { dropped_off_start: "2026-11-01T00:00:00Z", dropped_off_end: "2026-11-08T00:00:00Z" },
        "dropped_off_at BETWEEN '2026-11-01T00:00:00.000Z' AND '2026-11-08T00:00:00.000Z'",
        /company_delivery d CROSS JOIN/,
      ],
    ] as const) {
      const { person } = set.requester;
      const { ran, gave } = await set.during(() =>
        person.call(listTickets, { ...filter, status_ids: [...offered] }),
      );
      const { total, rows } = gave;
      expect(ran.some(({ sql }) => way.test(sql))).toBe(true);
      if ("scaled" in filter) {
        const gathers = ran.filter(({ sql }) => /INDEXED BY trip_ticket_not_scaled.* ORDER BY/s.test(sql));
        expect(gathers).toHaveLength(1);
        // The index alone finds the unscaled loads.
        for (const statement of gathers)
          expect((await readPlan(set.db.client, statement)).map(({ detail }) => detail)).toContainEqual(
            expect.stringContaining("USING COVERING INDEX trip_ticket_not_scaled"),
          );
      }
      const { rows: own } = await set.db.client.execute(
        `SELECT t.id FROM ticket_company c JOIN trip_ticket t ON t.id = c.ticket_id
          WHERE c.company_id = ${person.actor.company?.id} AND c.status IN (${offered}) AND ${matches} ORDER BY c.last_modified_at DESC, t.id DESC`,
      );
      expect(total).toBe(own.length);
      expect(total).toBeGreaterThan(rows.length);
      expect(total).toBeLessThan(1_000);
      expect(rows.map((row) => row.id)).toEqual(own.slice(0, rows.length).map((row) => row.id));
    }
  });

  test("the triggers for a payment and for a void read the statement's lines first", async () => {
    const { rows } = await set.plain.client.execute(
      "SELECT sql FROM sqlite_master WHERE name IN ('settlement_statement_count_paid', 'settlement_statement_undo_voided')",
    );
    expect(rows).toHaveLength(2);
    for (const { sql: trigger } of rows) {
      const [, lines = ""] = /FROM \((SELECT amount_owed_id AS claim.*?)\) t/s.exec(String(trigger)) ?? [];
      const steps = await readPlan(set.plain.client, { sql: lines.replace("NEW.id", "?"), args: [1] });
      expect(steps.map(({ detail }) => detail).join("\n")).toContain(
        "USING INDEX sqlite_autoindex_settlement_line_1 (settlement_statement_id=?)",
      );
    }
  });

  test("dropping an index that has no substitute changes the plan of some query", async () => {
    // Dropping an index can affect only the statements that used the index, and upserts that rely on its uniqueness,
    // which plans don't show.
    const upserts = [...statements().values()].filter(({ sql }) => / ON CONFLICT /i.test(sql));
    const users = new Map<string, RecordedQuery[]>();
    for (const statement of statements().values())
      for (const { detail } of await readPlan(set.plain.client, statement)) {
        const index = / USING (?:COVERING )?INDEX (?!sqlite_)(\w+)/.exec(detail)?.[1];
        if (index) users.set(index, [...(users.get(index) ?? []), statement]);
      }
    const unmissed: string[] = [];
    for (const [index, ran] of users) {
      const isKnown = await set.withoutIndex(index, (poorer) => isMissed(poorer, [...ran, ...upserts]));
      if (!isKnown) unmissed.push(index);
    }
    expect(unmissed.filter((index) => !INDEXES_WITH_SUBSTITUTE.includes(index))).toEqual([]);
  }, 240_000);
});
