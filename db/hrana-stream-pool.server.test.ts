import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startSqld } from "../scripts/sqld.mjs";
import { createServerClient } from "./drivers.server";
import { poolStreams } from "./hrana-stream-pool.server";

/** Return a fake server that numbers its streams and records which stream each request used. */
function server(answer: (went: string | null, calls: string[]) => Response | null = () => null) {
  const asked: (string | null)[] = [];
  const sent: string[][] = [];
  let named = 0;
  let clock = 0;
  const ask = poolStreams(
    async (_url, { body = "{}" }) => {
      const { baton, requests }: { baton: string | null; requests: { type: string }[] } = JSON.parse(body);
      asked.push(baton);
      const calls = requests.map(({ type }) => type);
      sent.push(calls);
      const results = calls.map((type) => ({ type: "ok", response: { type, result: {} } }));
      const baton_of = calls.at(-1) === "close" ? null : `s${++named}`;
      return answer(baton, calls) ?? Response.json({ baton: baton_of, base_url: null, results });
    },
    () => clock,
  );
  const send = (calls: object[], baton?: string) =>
    ask(
      new Request("http://db/v2/pipeline", {
        method: "POST",
        body: JSON.stringify({ baton, requests: [...calls, { type: "close" }] }),
      }),
    );
  const wait = (ms: number) => {
    clock += ms;
  };
  return { asked, sent, send, wait };
}
const reads = { type: "execute", stmt: { sql: "SELECT 1" } };
const ok = { type: "ok", response: { type: "execute", result: {} } };

test("a call reuses the stream that the previous call left open; its response reports the stream as closed", async () => {
  const { asked, send, wait } = server();
  const details = await (await send([reads])).json();
  expect(details).toEqual({ baton: null, results: [ok, { type: "ok", response: { type: "close" } }] });
  await send([reads]);
  await Promise.all([send([reads]), send([reads])]);
  wait(6_000);
  await send([reads]);
  expect(asked).toEqual([null, "s1", "s2", null, null]);
});

test("deletes numbered statements after a call, because the next call numbers its statements from zero", async () => {
  const { sent, send } = server();
  const details = await (
    await send([{ type: "store_sql", sql_id: 0, sql: "SELECT 1" }, { type: "batch" }])
  ).json();
  expect(sent).toEqual([["store_sql", "batch", "close_sql"]]);
  expect(details.results.map((item: typeof ok) => item.response.type)).toEqual([
    "store_sql",
    "batch",
    "close",
  ]);
});

test.each([
  ["settings", [{ type: "execute", stmt: { sql: "PRAGMA foreign_keys = OFF" } }]],
  ["a table of its own", [{ type: "execute", stmt: { sql: "CREATE TEMP TABLE x (a)" } }]],
  ["a transaction", [{ type: "execute", stmt: { sql: "BEGIN IMMEDIATE" } }]],
  ["a script", [{ type: "sequence", sql: "SELECT 1" }]],
])(
  "a call that leaves state on the connection gets a separate stream, which it closes: %s",
  async (_what, calls) => {
    const { asked, send } = server();
    await send([reads]);
    await send(calls);
    await send([reads]);
    expect(asked).toEqual([null, undefined, "s1"]);
  },
);

test.each([
  ["a statement that failed", { results: [{ type: "error", error: { message: "no" } }] }],
  [
    "a step that failed",
    { results: [{ type: "ok", response: { type: "batch", result: { step_errors: [null, {}] } } }] },
  ],
  ["another server", { base_url: "http://other", results: [ok] }],
])("a stream is not reused after %s", async (_what, more) => {
  const { asked, sent, send } = server(() => Response.json({ baton: "s1", base_url: null, ...more }));
  await send([reads]);
  await send([reads]);
  expect(asked.filter((went) => went !== "s1")).toEqual([null, null]);
  expect(sent.filter(([first]) => first === "close")).toHaveLength(2);
});

test("at most eight of many concurrent calls keep their streams open, so that the server has connections left", async () => {
  const { sent, send, wait } = server();
  const many = async () => {
    await Promise.all(Array.from({ length: 20 }, () => send([reads])));
    return sent.splice(0).filter((calls) => calls.at(-1) === "close").length;
  };
  expect([await many(), await many()]).toEqual([12, 12]);
  wait(6_000);
  expect(await many()).toBe(12);
});

test("resends a call only if the server had ended its stream, and only once", async () => {
  const gone = vi.fn((went: string | null) => (went ? new Response("expired", { status: 400 }) : null));
  const { asked, send } = server(gone);
  await send([reads]);
  expect((await send([reads])).status).toBe(200);
  expect(asked).toEqual([null, "s1", null]);
  const late = server((went) => (went ? new Response("too slow", { status: 408 }) : null));
  await late.send([reads]);
  expect((await late.send([reads])).status).toBe(408);
  expect(late.asked).toEqual([null, "s1"]);
  const refused = server(() => new Response("no", { status: 400 }));
  expect((await refused.send([reads])).status).toBe(400);
  expect(refused.asked).toEqual([null]);
});

test("requests uncompressed responses on the local network, and compressed ones over the internet", async () => {
  const requests: [string, string | null][] = [];
  vi.stubGlobal("fetch", async (to: string, { headers }: { headers: Headers }) => {
    requests.push([new URL(to).protocol, headers.get("Accept-Encoding")]);
    return new Response("not here", { status: 500 });
  });
  for (const address of ["http://primary.internal:8080", "libsql://timbertally.example"]) {
    const client = await createServerClient(address, undefined, 8_000);
    await expect(client.execute("SELECT 1")).rejects.toThrow();
    client.close();
  }
  vi.unstubAllGlobals();
  expect(requests).toContainEqual(["http:", "identity"]);
  expect(requests).toContainEqual(["https:", null]);
});

const dir = mkdtempSync(join(tmpdir(), "timbertally-streams-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("on a real server, the statements of two batches stay apart, and the server may restart between batches", async () => {
  const first = await startSqld({ dir });
  const client = await createServerClient(first.url, undefined, 8_000);
  const add = (pounds: number) => ({ sql: `INSERT INTO load (pounds) VALUES (${pounds} + ?)`, args: [0] });
  const sum = async () => (await client.execute("SELECT sum(pounds) n FROM load")).rows[0]?.n;
  let again: Awaited<ReturnType<typeof startSqld>> | undefined;
  try {
    await client.execute("CREATE TABLE load (id INTEGER PRIMARY KEY, pounds INTEGER)");
    for (const pounds of [1, 2, 4]) await client.batch([add(pounds), add(pounds)], "write");
    await expect(client.batch([add(8), "INSERT INTO nowhere VALUES (1)"], "write")).rejects.toThrow(
      /nowhere/,
    );
    expect(await sum()).toBe(14);
    await first.kill();
    again = await startSqld({ dir, port: Number(new URL(first.url).port) });
    expect(await sum()).toBe(14);
    await client.batch([add(16)], "write");
    expect(await sum()).toBe(30);
  } finally {
    client.close();
    await (again ?? first).stop();
  }
});
