import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Edge, startEdge } from "../../scripts/edge";
import type { App } from "../../scripts/serve";
import { createDemoTicket, createVisitor, fillTicketForm, getHiddenFields } from "./support/visitor";

let edge: Edge;
let a: App;
let b: App;
beforeAll(async () => {
  edge = await startEdge(inject("demoDatabase"));
  // Automatic sync between servers is effectively off during a test.
  const settings = { LIBSQL_SYNC_SECONDS: "3600" };
  [a, b] = await Promise.all([edge.serve("a", settings), edge.serve("b", settings)]);
});
afterAll(() => edge?.stop());

test("signing in on one server signs in on the other, and signing out ends both", async () => {
  const manager = createVisitor();
  await manager.signIn(a, "manager");
  expect((await manager.get(`${b.url}/jobs`)).status).toBe(200);
  const left = await manager.post(`${b.url}/logout`, {});
  expect([left.status, left.location]).toEqual([303, "/login"]);
  expect((await manager.get(`${a.url}/jobs`)).status).toBe(302);
});

test("a write on one server can be read on the other with the same cookies", async () => {
  const manager = createVisitor();
  await manager.signIn(a, "manager");
  for (let i = 0; i < 6; i++) {
    const [here, there] = i % 2 ? [b, a] : [a, b];
    const path = await createDemoTicket(manager, here);
    for (const server of [here, there]) {
      const page = await manager.get(server.url + path);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain("Updating");
    }
  }
});

test("one form sent to both servers at once creates one ticket, which both servers show", async () => {
  const manager = createVisitor();
  await manager.signIn(a, "manager");
  for (let i = 0; i < 5; i++) {
    const form = await fillTicketForm(manager, a);
    const sent = await Promise.all(
      [a, b].map(async (server) => {
        const tab = createVisitor();
        for (const [name, value] of manager.jar) tab.jar.set(name, value);
        const page = await tab.post(`${server.url}/trip-tickets/new?job_id=1`, form);
        expect(page.status).toBe(303);
        expect((await tab.get(server.url + page.location)).status).toBe(200);
        return page.location;
      }),
    );
    expect(sent[1]).toBe(sent[0]);
  }
});

test("without the last-write cookie, the other server shows its replica, which may lack another user's recent writes", async () => {
  const manager = createVisitor();
  await manager.signIn(a, "manager");
  // A server queries the primary about a session that it hasn't seen yet, so visit server b first.
  await manager.get(`${b.url}/jobs`);
  const path = await createDemoTicket(manager, a);
  manager.jar.delete("tt_written");
  expect((await manager.get(b.url + path)).status).toBe(404);
});

test("two servers race to claim one load: one succeeds, the other gets a conflict", async () => {
  const [hauler, manager] = [createVisitor(), createVisitor()];
  await manager.signIn(a, "manager");
  await hauler.signIn(b, "hauler");
  for (let round = 0; round < 4; round++) {
    const path = await createDemoTicket(manager, a);
    // The hauler's server must have received the load before both servers try to claim it.
    await until200(hauler, b, path);
    const [claim, yard] = await Promise.all([
      hauler.get(`${b.url}${path}/claim`),
      manager.get(`${a.url}${path}/yard`),
    ]);
    const [claimed, yarded] = await Promise.all([
      hauler.post(`${b.url}${path}/claim`, getHiddenFields(claim)),
      manager.post(`${a.url}${path}/yard`, getHiddenFields(yard)),
    ]);
    const answers = [claimed, yarded];
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1);
    const [told] = answers.filter((answer) => answer.status !== 303);
    expect(told?.status).toBe(409);
    expect(told?.text).toContain("Someone else saved a change while you were editing");
  }
});

async function until200(who: ReturnType<typeof createVisitor>, server: App, path: string) {
  // Record another session's write in the cookie: the server waits for this write as it does for the user's own writes.
  who.jar.set("tt_written", `000000000000.1.${Date.now()}`);
  expect((await who.get(server.url + path)).status).toBe(200);
}
