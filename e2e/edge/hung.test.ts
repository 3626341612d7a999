import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";
import { startEdge } from "../../scripts/edge";
import {
  createDemoTicket,
  createVisitor,
  fillTicketForm,
  getHiddenFields,
  waitForCondition,
} from "./support/visitor";

const PROBE = fileURLToPath(new URL("./support/loop-delay.mjs", import.meta.url));
const LIMIT = 5_000;

// Another process on the machine may block the event loop once, so the test is retried; a hung primary that blocks the
// loop would do so on every retry.
test("a hung primary blocks neither reads nor the event loop; a write times out at its limit", {
  retry: 2,
}, async () => {
  const edge = await startEdge(inject("demoDatabase"));
  onTestFinished(() => edge.stop());
  const file = join(edge.folder, "loop-delay.json");
  const settings = { LOOP_DELAY_FILE: file, LIBSQL_LIMIT_MS: String(LIMIT), LIBSQL_WAIT_MS: "500" };
  const a = await edge.serve("a", settings, [PROBE]);
  const stoodStill = async (): Promise<{ max: number; p99: number; count: number }> => {
    rmSync(file, { force: true });
    a.child.kill("SIGUSR2");
    await waitForCondition(() => existsSync(file) && readFileSync(file, "utf8").endsWith("}"));
    return JSON.parse(readFileSync(file, "utf8"));
  };
  const manager = createVisitor();
  await manager.signIn(a, "manager");
  const path = await createDemoTicket(manager, a);
  const pages = ["/", "/jobs", "/trip-tickets", path];
  // The first responses of a process are slower than any later one, so they aren't measured.
  for (let i = 0; i < 15; i++) for (const page of pages) await manager.get(a.url + page);
  const form = await fillTicketForm(manager, a, "44.5");
  await manager.post(`${a.url}/trip-tickets/new?job_id=1`, { ...form, estimated_volume: "much" });
  const step = getHiddenFields(await manager.get(`${a.url}${path}/yard`));

  const reader = tabOf(manager);
  /** Read all pages repeatedly until `over` returns true, and record the times. */
  const readUntil = async (over: () => boolean) => {
    const times: number[] = [];
    do
      for (const page of pages) {
        const read = await reader.get(a.url + page);
        expect(read.status).toBe(200);
        times.push(read.ms);
      }
    while (!over());
    return times;
  };
  await stoodStill();
  await readUntil(() => true);
  const usual = await stoodStill();

  process.kill(edge.primary.pid(), "SIGSTOP");
  onTestFinished(() => {
    if (edge.primary.pid()) process.kill(edge.primary.pid(), "SIGCONT");
  });
  const write = manager.post(`${a.url}/trip-tickets/new?job_id=1`, form);
  const moved = tabOf(manager).post(`${a.url}${path}/yard`, step);
  const both = Promise.all([write, moved]);
  let answered = false;
  void both.then(() => {
    answered = true;
  });
  const reads = await readUntil(() => answered);
  const [given, refused] = await both;
  const after = await manager.get(`${a.url}/trip-tickets`);
  const loop = await stoodStill();
  expect((await fetch(`${a.url}/readyz`)).status).toBe(200);

  for (const answer of [given, refused]) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(answer.ms).toBeGreaterThan(LIMIT - 100);
    expect(answer.ms).toBeLessThan(LIMIT + 20_000);
  }
  expect(given.text).toContain('value="44.5"');
  expect(after.status).toBe(200);
  expect(reads.length).toBeGreaterThanOrEqual(pages.length);
  const longest = Math.max(...reads);
  // A request that waited for the primary would wait for its limit.
  expect(longest).toBeLessThan(LIMIT);
  expect(loop.count).toBeGreaterThan(10);
  // If the process waited inside the event loop, the loop would be blocked for the full limit; a busy machine delays it
  // less than that.
  expect(loop.max).toBeLessThan(LIMIT - 500);

  process.kill(edge.primary.pid(), "SIGCONT");
  let sent = "";
  await waitForCondition(async () => {
    const again = await manager.post(`${a.url}/trip-tickets/new?job_id=1`, form);
    sent = again.location;
    return again.status === 303;
  });
  await waitForCondition(async () => (await manager.get(a.url + sent)).status === 200);
  console.log(
    `hung primary: ${reads.length} pages, longest ${Math.round(longest)} ms; loop stood still ${loop.max} ms at most (${usual.max} before)`,
  );
});

/** Open another tab of the same session. */
function tabOf(who: ReturnType<typeof createVisitor>) {
  const tab = createVisitor();
  for (const [name, value] of who.jar) tab.jar.set(name, value);
  return tab;
}
