import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { expect, inject, onTestFinished, test } from "vitest";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { startEdge } from "../../scripts/edge";
import type { App } from "../../scripts/serve";
import {
  createVisitor,
  fillTicketForm,
  getHiddenFields,
  type Visitor,
  waitForCondition,
} from "./support/visitor";

const ROUNDS = 3;

test("killing the app or the primary during writes loses no acknowledged change and leaves no change half done", async () => {
  const edge = await startEdge(inject("demoDatabase"));
  onTestFinished(() => edge.stop());
  let app: App | null = await edge.serve("a");
  const manager = createVisitor();
  await manager.signIn(app, "manager");
  const acknowledged = new Map<number, "made" | "moved">();
  let refused = 0;
  let busy = true;

  async function work(who: Visitor) {
    while (busy) {
      try {
        if (!app) throw new Error("being started");
        const base = app.url;
        const page = await who.post(`${base}/trip-tickets/new?job_id=1`, await fillTicketForm(who, app));
        const id = Number(/^\/trip-tickets\/(\d+)$/.exec(page.location)?.[1]);
        if (page.status !== 303 || !id) {
          expect([503, 302], page.text).toContain(page.status);
          refused += 1;
          await pause(50);
          continue;
        }
        acknowledged.set(id, "made");
        const step = await who.get(`${base}${page.location}/yard`);
        const moved = await who.post(`${base}${page.location}/yard`, getHiddenFields(step));
        if (moved.status === 303) acknowledged.set(id, "moved");
      } catch (error) {
        // Connection errors are expected when a server is killed; an error about a wrong response must fail the test.
        if (!(error instanceof TypeError) && !/being started/.test(String(error))) throw error;
        refused += 1;
        await pause(50);
      }
    }
  }
  const tabs = [1, 2, 3].map(() => {
    const tab = createVisitor();
    for (const [name, value] of manager.jar) tab.jar.set(name, value);
    return work(tab);
  });
  const many = async (more: number) => {
    const from = acknowledged.size;
    await waitForCondition(() => acknowledged.size >= from + more);
  };

  await many(10);
  for (let round = 0; round < ROUNDS; round++) {
    await many(6);
    await pause(Math.random() * 60);
    await edge.primary.kill();
    await pause(200);
    await edge.primary.start();
    await many(6);
    await pause(Math.random() * 60);
    const killed: App = app;
    app = null;
    killed.child.kill("SIGKILL");
    await killed.gone;
    app = await edge.serve("a");
  }
  await many(6);
  busy = false;
  await Promise.all(tabs);

  const ids = [...acknowledged.keys()];
  const moved = ids.filter((id) => acknowledged.get(id) === "moved");
  const last = await manager.get(`${app.url}/trip-tickets/${ids.at(-1)}`);
  expect(last.status).toBe(200);
  await app.stop();
  await edge.primary.stop();
  const primary = join(edge.folder, "looked-at.db");
  for (const suffix of ["", "-wal"]) {
    const part = `${join(edge.folder, "primary/dbs/default/data")}${suffix}`;
    if (existsSync(part)) cpSync(part, primary + suffix);
  }
  const sums = [];
  for (const file of [primary, edge.replicaOf("a")]) {
    const db = createClient({ url: `file:${file}` });
    const one = async (sql: string, args: number[] = []) => (await db.execute({ sql, args })).rows[0]?.[0];
    expect(await one("PRAGMA integrity_check")).toBe("ok");
    expect((await db.execute("PRAGMA foreign_key_check")).rows).toEqual([]);
    for (const [list, where] of [
      [ids, "1"],
      [moved, `trip_ticket_status_id = ${STATUS.inYard}`],
    ] as const) {
      const there = await db.execute({
        sql: `SELECT count(*) FROM trip_ticket WHERE id IN (SELECT value FROM json_each(?)) AND ${where}`,
        args: [JSON.stringify(list)],
      });
      expect(there.rows[0]?.[0]).toBe(list.length);
    }
    // A ticket's version counts its changes, and every change has a history entry.
    const first = Math.min(...ids);
    const without = await one(
      `SELECT count(*) FROM trip_ticket t WHERE id >= ?
         AND version <> (SELECT count(*) FROM audit_entry a WHERE a.trip_ticket_id = t.id)`,
      [first],
    );
    expect(without).toBe(0);
    // Each submission is applied only once and creates at most one ticket.
    const twice = await one(
      "SELECT count(*) FROM (SELECT 1 FROM submission WHERE outcome = 'applied' GROUP BY actor, submission_id HAVING count(*) > 1)",
    );
    expect(twice).toBe(0);
    sums.push(await one("SELECT count(*) || ':' || sum(version) FROM trip_ticket"));
    db.close();
  }
  expect(sums[1]).toBe(sums[0]);
  console.log(`${ids.length} tickets and ${moved.length} steps acknowledged, ${refused} refused, none lost`);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
