import type { Server } from "node:http";
import { connect } from "node:net";
import type { RequestHandler } from "express";
import { expect, it, onTestFinished } from "vitest";
import { limitBodyTime, limitConnections } from "./connections";
import { serveOnLoopback } from "./loopback";

const read: RequestHandler = (req, res) => {
  req.resume();
  req.on("end", () => res.send("read"));
};
const limits = { atOnce: 3, whole: () => 1_500, idle: 400 };
const HEAD = "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n";

/** Open a raw connection, and return its response and the time at which it was closed. */
function line(port: number) {
  const socket = connect(port, "127.0.0.1");
  let message = "";
  const start = performance.now();
  socket.on("data", (chunk) => {
    message += chunk.toString();
  });
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  const closed = new Promise<{ said: string; ms: number }>((resolve) =>
    socket.on("close", () => resolve({ said: message, ms: performance.now() - start })),
  );
  return { socket, closed };
}

it("answers 408 and closes the connection if a request body stops arriving", async () => {
  const { port } = await serveOnLoopback(limitBodyTime(limits), read);
  const { socket, closed } = line(port);
  socket.write(`${HEAD}Content-Length: 100\r\n\r\na=1`);
  const { said, ms } = await closed;
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(ms).toBeGreaterThan(limits.idle);
});

it("a body sent a byte at a time is cut off after the time allowed for its size", async () => {
  const { port } = await serveOnLoopback(limitBodyTime(limits), read);
  const { socket, closed } = line(port);
  socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
  const drip = setInterval(() => socket.write("a"), 50);
  onTestFinished(() => clearInterval(drip));
  const { said, ms } = await closed;
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(ms).toBeGreaterThan(1_400);
});

/** Expect that the server eventually has this many open connections. */
const holds = (http: Server, lines: number) =>
  expect
    .poll(() => new Promise<number>((tell) => http.getConnections((_, count) => tell(count))))
    .toBe(lines);

it("limits concurrent request bodies from one address, and accepts another once one has ended", async () => {
  const { port, ask } = await serveOnLoopback(
    limitBodyTime({ ...limits, whole: () => 60_000, idle: 60_000 }),
    read,
  );
  const open = [1, 2, 3].map(() => line(port));
  for (const { socket } of open) socket.write(`${HEAD}Content-Length: 10\r\n\r\na=1`);
  const post = () => ask("/login", { method: "POST", body: "a=1", headers: { "Content-Length": "3" } });
  await expect.poll(async () => (await post()).status).toBe(429);
  expect((await ask("/")).status).toBe(200);
  open[0]?.socket.destroy();
  await expect.poll(async () => (await post()).status).toBe(200);
});

it("accepts a request body that arrives in time", async () => {
  const { ask } = await serveOnLoopback(limitBodyTime(limits), read);
  const sent = await ask("/login", { method: "POST", body: "a=1", headers: { "Content-Length": "3" } });
  expect([sent.status, sent.text]).toEqual([200, "read"]);
});

it("limits concurrent connections from one address", async () => {
  const { http, port, ask } = await serveOnLoopback(read);
  limitConnections(http, { total: 100, each: 5, head: 60_000 });
  const held = Array.from({ length: 5 }, () => line(port));
  await holds(http, 5);
  await expect(ask("/")).rejects.toThrow();
  held[0]?.socket.destroy();
  await holds(http, 4);
  expect((await ask("/")).status).toBe(200);
});

it("behind a proxy, limits connections only in total, not by address", async () => {
  const { http, port, ask } = await serveOnLoopback(read);
  limitConnections(http, { total: 8, each: null, head: 60_000 });
  for (let i = 0; i < 7; i++) line(port);
  await holds(http, 7);
  expect((await ask("/")).status).toBe(200);
  await holds(http, 7);
  line(port);
  await holds(http, 8);
  await expect(ask("/")).rejects.toThrow();
});
