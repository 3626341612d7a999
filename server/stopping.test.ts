import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { RequestHandler } from "express";
import { expect, it } from "vitest";
import { serveOnLoopback } from "./loopback";
import { createGracefulStop } from "./stopping";

/** Create a page that responds only when the test calls `answer`. */
function held() {
  let answer = () => {};
  let come = 0;
  const details = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const page: RequestHandler = (_req, res) => {
    come++;
    void details.then(() => res.send("whole"));
  };
  return { page, answer: () => answer(), come: () => come };
}

it("a stopping server finishes responses in progress, and doesn't wait for idle keep-alive connections", async () => {
  const { page, answer, come } = held();
  const { http, port } = await serveOnLoopback(page);
  const finishRequests = createGracefulStop(http);
  const agent = new Agent({ keepAlive: true });
  const text = new Promise<string>((resolve, reject) => {
    const clientRequest = request({ host: "127.0.0.1", port, agent }, (res) => {
      let all = "";
      res.on("data", (chunk) => {
        all += chunk;
      });
      res.on("end", () => resolve(all));
    });
    clientRequest.on("error", reject);
    clientRequest.end();
  });
  await expect.poll(() => come()).toBe(1);
  // If idle connections were not closed, stopping would time out and return false.
  const finishing = finishRequests(60_000);
  answer();
  expect(await finishing).toBe(true);
  expect(await text).toBe("whole");
  agent.destroy();
});

/** Open a connection that sends raw requests, and collect all data that it receives. */
async function rawConnection(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (part) => {
    received += part.toString();
  });
  const outcome = new Promise<string>((resolve) => {
    socket.on("error", (error) => resolve(error.message));
    socket.on("close", () => resolve(received));
  });
  return { send: () => socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), received: () => received, outcome };
}

it("a stopping server answers requests just arrived on new and kept-alive connections, with Connection: close", async () => {
  const { http, port } = await serveOnLoopback((_req, res) => void res.send("whole"));
  const finishRequests = createGracefulStop(http);
  const stored = await Promise.all([1, 2, 3].map(() => rawConnection(port)));
  for (const connection of stored) connection.send();
  await expect.poll(() => stored.filter((item) => item.received().includes("whole")).length).toBe(3);
  const fresh = await Promise.all([1, 2, 3].map(() => rawConnection(port)));
  // Send requests at the moment of the stop, before the server has read any of them.
  for (const connection of [...stored, ...fresh]) connection.send();
  const finishing = finishRequests(60_000);
  const late = await rawConnection(port);
  late.send();
  expect(await finishing).toBe(true);
  const texts = await Promise.all([...stored, ...fresh, late].map((connection) => connection.outcome));
  for (const text of texts) {
    const last = text.slice(text.lastIndexOf("HTTP/1.1"));
    expect(last).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(last).toMatch(/connection: close/i);
    expect(last).toMatch(/whole$/);
  }
  expect(texts.slice(0, 3).map((text) => text.split("HTTP/1.1 200").length - 1)).toEqual([2, 2, 2]);
});

it("responses in progress include Connection: close", async () => {
  const { page, answer, come } = held();
  const { http, port } = await serveOnLoopback(page);
  const finishRequests = createGracefulStop(http);
  const connection = await rawConnection(port);
  connection.send();
  await expect.poll(() => come()).toBe(1);
  const finishing = finishRequests(60_000);
  answer();
  expect(await finishing).toBe(true);
  expect(await connection.outcome).toMatch(/connection: close[\s\S]*whole$/i);
});

it("a stopping server refuses new connections while it finishes", async () => {
  const { page, answer, come } = held();
  const { http, ask } = await serveOnLoopback(page);
  const finishRequests = createGracefulStop(http);
  const first = ask("/");
  await expect.poll(() => come()).toBe(1);
  const finishing = finishRequests(60_000);
  await expect.poll(() => http.listening).toBe(false);
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED/);
  answer();
  expect((await first).text).toBe("whole");
  await finishing;
});

it("a stopping server cuts off responses that don't end in time", async () => {
  const { page, come } = held();
  const { http, ask } = await serveOnLoopback(page);
  const finishRequests = createGracefulStop(http);
  const cut = ask("/").catch((error: Error) => error.message);
  await expect.poll(() => come()).toBe(1);
  expect(await finishRequests(200)).toBe(false);
  expect(await cut).toMatch(/hang up|ECONNRESET/);
});
