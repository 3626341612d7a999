import { existsSync, rmSync, writeFileSync } from "node:fs";
import { expect, inject, onTestFinished, test } from "vitest";
import { startEdge } from "../../scripts/edge";
import {
  createDemoTicket,
  createVisitor,
  fillTicketForm,
  getHiddenFields,
  waitForCondition,
} from "./support/visitor";

async function freshEdge() {
  const edge = await startEdge(inject("demoDatabase"));
  onTestFinished(() => edge.stop());
  return edge;
}

test("with the primary down, pages stay readable, a failed write keeps typed values, and writes work again afterward", async () => {
  const edge = await freshEdge();
  const a = await edge.serve("a");
  const [manager, hauler] = [createVisitor(), createVisitor()];
  await manager.signIn(a, "manager");
  const path = await createDemoTicket(manager, a);
  const form = await fillTicketForm(manager, a, "61.25");
  await edge.primary.kill();

  for (const page of ["/", "/jobs", "/trip-tickets", path, `${path}/print`, "/company", "/profile"]) {
    const read = await manager.get(a.url + page);
    expect([page, read.status]).toEqual([page, 200]);
  }
  expect((await fetch(`${a.url}/readyz`)).status).toBe(200);

  const refused = await manager.post(`${a.url}/trip-tickets/new?job_id=1`, form);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe("5");
  expect(refused.text).toContain("respond in time");
  expect(refused.text).toContain('value="61.25"');
  expect(refused.text).toContain(`value="${form.submission_id}"`);

  const step = await manager.get(`${a.url}${path}/yard`);
  const moved = await manager.post(`${a.url}${path}/yard`, getHiddenFields(step));
  expect([moved.status, moved.headers.get("Retry-After")]).toEqual([503, "5"]);

  const comment = await manager.post(`${a.url}${path}/comments`, { content: "Mud at the second gate" });
  expect(comment.status).toBe(503);
  expect(comment.text).toContain("Mud at the second gate");

  const api = await manager.api("POST", `${a.url}/api/trip-tickets`, apiTicket);
  expect([api.status, api.headers.get("Retry-After"), api.text]).toEqual([503, "5", expect.any(String)]);
  expect(JSON.parse(api.text)).toEqual({ message: expect.stringContaining("respond in time") });

  const signIn = await hauler.post(`${a.url}/login`, {
    login: "hauler@demo.test",
    password: "timber-demo-2026",
  });
  expect([signIn.status, signIn.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(signIn.text).toContain('value="hauler@demo.test"');
  const signUp = await hauler.post(`${a.url}/signup`, {
    first_name: "Aino",
    last_name: "Niemi",
    email: "aino@niemi.test",
    password: "a long walk in the woods",
  });
  expect([signUp.status, signUp.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(signUp.text).toContain('value="aino@niemi.test"');
  expect(signUp.text).not.toContain("a long walk");
  const out = await manager.post(`${a.url}/logout`, {});
  expect([out.status, out.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(out.text).toContain("respond in time");

  await edge.primary.start();
  const sent = await manager.post(`${a.url}/trip-tickets/new?job_id=1`, form);
  expect(sent.status).toBe(303);
  await waitForCondition(async () => (await manager.get(a.url + sent.location)).status === 200);
  await hauler.signIn(a, "hauler");
  expect(a.said()).toContain("the primary does not answer; reading goes on from the replica");
});

test("with the primary down, a recent save shows as updating, and a session due for its last-seen update stays readable", async () => {
  const edge = await freshEdge();
  const a = await edge.serve("a", { LIBSQL_SYNC_SECONDS: "3600", LIBSQL_WAIT_MS: "300" });
  const manager = createVisitor();
  await manager.signIn(a, "manager");
  expect((await manager.get(`${a.url}/jobs`)).text).not.toContain("Updating");
  const { openDatabase } = await import("../../db/client.server");
  const primary = await openDatabase({ url: edge.primaryUrl });
  const hoursAgo = new Date(Date.now() - 36 * 3_600_000).toISOString();
  await primary.batch([{ sql: "UPDATE session SET last_seen_at = ?", params: [hoursAgo] }]);
  await primary.close();
  manager.jar.set("tt_written", `000000000000.1.${Date.now()}`);
  await edge.primary.kill();
  for (let i = 0; i < 3; i++) {
    const page = await manager.get(`${a.url}/jobs`);
    expect(page.status).toBe(200);
    if (i === 0) expect(page.text).toContain("Updating. What you just saved will show here in a moment.");
  }
  expect(a.child.exitCode).toBeNull();
});

test("with the primary down, a server starts from its replica, and accepts writes once the primary is back", async () => {
  const edge = await freshEdge();
  const first = await edge.serve("a");
  const manager = createVisitor();
  await manager.signIn(first, "manager");
  const path = await createDemoTicket(manager, first);
  await first.stop();
  await edge.primary.kill();

  const again = await edge.serve("a");
  expect(again.said()).toContain("reading from the replica as it is, nothing can be saved");
  expect((await manager.get(again.url + path)).status).toBe(200);
  const form = await fillTicketForm(manager, again);
  expect((await manager.post(`${again.url}/trip-tickets/new?job_id=1`, form)).status).toBe(503);

  await edge.primary.start();
  const sent = await manager.post(`${again.url}/trip-tickets/new?job_id=1`, form);
  expect(sent.status).toBe(303);
  await waitForCondition(async () => (await manager.get(again.url + sent.location)).status === 200);
});

test("without an intact replica, a server starts only if the primary answers", async () => {
  const edge = await freshEdge();
  await edge.primary.kill();
  const empty = await edge.launch("a");
  expect(await empty.gone).toBe(1);
  expect(empty.said()).toMatch(/There isn't a replica at .* yet, and the primary .* does not answer/);

  await edge.primary.start();
  const whole = await edge.serve("a");
  await whole.stop();
  const file = edge.replicaOf("a");
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  writeFileSync(file, Buffer.alloc(200_000, 7));
  await edge.primary.kill();
  const damaged = await edge.launch("a");
  expect(await damaged.gone).toBe(1);
  expect(damaged.said()).toMatch(/is damaged .* and the primary .* does not answer/);
  expect(existsSync(file)).toBe(true);

  await edge.primary.start();
  const again = await edge.serve("a");
  expect(again.said()).toContain("the replica is damaged and is being rebuilt");
  expect(existsSync(file)).toBe(false);
  const manager = createVisitor();
  await manager.signIn(again, "manager");
  expect((await manager.get(`${again.url}/jobs`)).status).toBe(200);
});

test("a server refuses to start on another server's replica file, or on a database newer than the build, with a message", async () => {
  const edge = await freshEdge();
  const a = await edge.serve("a");
  const second = await edge.launch("a");
  expect(await second.gone).toBe(1);
  expect(second.said()).toContain("A replica file belongs to one process");
  await a.stop();
  const { openDatabase } = await import("../../db/client.server");
  const primary = await openDatabase({ url: edge.primaryUrl });
  const later = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 99999999999999)";
  await primary.batch([{ sql: later, params: [] }]);
  await primary.close();
  const old = await edge.launch("a");
  expect(await old.gone).toBe(1);
  expect(old.said()).toContain("The database is newer than this build");
});

const apiTicket = {
  job_id: 1,
  job_destination_id: 1,
  product: "5-746-0",
  estimated_volume: "50",
  estimated_wood_unit_type_id: 2,
};
