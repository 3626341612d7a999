import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type Edge, startEdge } from "../../scripts/edge";
import type { App } from "../../scripts/serve";
import { createVisitor, getHiddenFields, type Visitor, waitForCondition } from "./support/visitor";

/** If a server is killed, another one finishes its background work, and nothing is done twice. */
let edge: Edge;
let a: App;
let b: App;
let primary: Client;
let manager: Visitor;
beforeEach(async () => {
  edge = await startEdge(inject("demoDatabase"));
  // The server that receives the user's request starts the work at once; the other server checks for work every few
  // seconds.
  [a, b] = await Promise.all([edge.serve("a"), edge.serve("b", { WORK_LOOK_SECONDS: "5" })]);
  primary = createClient({ url: edge.primaryUrl });
  manager = createVisitor();
  await manager.signIn(a, "manager");
});
afterEach(async () => {
  primary.close();
  await edge.stop();
});

const one = async (sql: string, args: (string | number)[] = []) =>
  (await primary.execute({ sql, args })).rows[0];

/**
 * Kill server a once `halfDone` returns true, while it processes a background job, and let its lease on that job
 * expire.
 */
async function killedWhile(item: string, halfDone: () => Promise<boolean>) {
  await waitForCondition(halfDone);
  a.child.kill("SIGKILL");
  await a.gone;
  const left = await one("SELECT finished_at, attempts FROM background_job WHERE name = ?", [item]);
  expect([left?.finished_at, left?.attempts]).toEqual([null, 1]);
  await primary.execute({
    sql: "UPDATE background_job SET claimed_until = '2000-01-01T00:00:00.000Z' WHERE name = ? AND finished_at IS NULL",
    args: [item],
  });
}
const isDone = (item: string) => async () =>
  (await one("SELECT finished_at FROM background_job WHERE name = ?", [item]))?.finished_at !== null;

test("another server finishes a bulk action after a crash, and changes each ticket once", async () => {
  const picked = await manager.post(`${a.url}/trip-tickets/selection/all`, { sure: "yes", back: "" });
  expect(picked.status).toBe(303);
  const form = getHiddenFields(await manager.get(`${a.url}/trip-tickets/selection/priority`));
  const begun = await manager.post(`${a.url}/trip-tickets/selection/priority`, {
    ...form,
    trip_ticket_priority_id: "1",
  });
  expect(begun.location, begun.text).toMatch(/^\/trip-tickets\/bulk\/\d+$/);
  const counts = async () => {
    const row = await one(
      "SELECT count(*) AS total, count(outcome) AS said, sum(outcome = 'done') AS done FROM bulk_run_ticket",
    );
    return { total: Number(row?.total), said: Number(row?.said), done: Number(row?.done) };
  };
  await killedWhile("act on many tickets", async () => (await counts()).done > 3);
  const then = await counts();
  expect(then.said).toBeLessThan(then.total);

  await waitForCondition(isDone("act on many tickets"));
  expect((await one("SELECT count(*) AS n FROM bulk_run WHERE finished_at IS NULL"))?.n).toBe(0);
  const outcomes = await primary.execute("SELECT outcome, count(*) AS n FROM bulk_run_ticket GROUP BY 1");
  const map = new Map(outcomes.rows.map((row) => [row.outcome, Number(row.n)]));
  expect(map.get(null)).toBeUndefined();
  expect(map.get("done")).toBeGreaterThan(then.done);
  // Each processed ticket changed exactly once, other tickets not at all; each change has one history entry.
  const wrong = await primary.execute(`SELECT t.id, t.version, r.version AS read, r.outcome
    FROM bulk_run b JOIN bulk_run_ticket r ON r.bulk_run_id = b.id JOIN trip_ticket t ON t.id = r.trip_ticket_id
    WHERE t.version <> r.version + (r.outcome = 'done') OR (r.outcome = 'done') <>
      (SELECT count(*) FROM audit_entry e WHERE e.trip_ticket_id = t.id AND e.created_at >= b.created_at)`);
  expect(wrong.rows).toEqual([]);
  const page = await manager.get(b.url + begun.location);
  expect(page.status).toBe(200);
  console.log(`${then.done} of ${map.get("done")} tickets were done when the server was killed`);
}, 120_000);

test("another server finishes an export after a crash, and writes the file once", async () => {
  const form = getHiddenFields(await manager.get(`${a.url}/trip-tickets/export`));
  const begun = await manager.post(`${a.url}/trip-tickets/export`, {
    ...form,
    kind: "pdf_pages",
    columns: "standard",
  });
  expect(begun.location, begun.text).toMatch(/^\/trip-tickets\/exports\/\d+$/);
  // The server has listed the tickets to export, and has begun to read them.
  const item = "SELECT started_at FROM background_job WHERE name = 'export'";
  await killedWhile("export", async () => (await one(item))?.started_at != null);
  const run = () => one("SELECT finished_at, failure, rows_done, rows_total, storage_key FROM export_run");
  expect((await run())?.finished_at).toBeNull();

  await waitForCondition(isDone("export"));
  const written = await run();
  expect(written?.failure).toBeNull();
  expect(written?.rows_done).toBe(written?.rows_total);
  const file = await fetch(`${b.url}${begun.location}/file`, {
    headers: { Cookie: [...manager.jar].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect((await file.text()).match(/\/Type \/Page\b/g)).toHaveLength(Number(written?.rows_total));
  const kept = (name: string) =>
    readdirSync(join(edge.folder, name, "files"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(String(written?.storage_key).split("/").at(-1) ?? ""),
    );
  expect([kept("a").length, kept("b").length]).toEqual([0, 1]);
}, 120_000);
