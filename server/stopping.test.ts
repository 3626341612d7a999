import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { RequestHandler } from "express";
import { expect, it } from "vitest";
import { onLoopback } from "./loopback";
import { gracefulStop } from "./stopping";

/** A page that waits for the test to answer it. */
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

it("gives the answers under way, and does not wait for connections that are only kept", async () => {
  const { page, answer, come } = held();
  const { http, port } = await onLoopback(page);
  const finishRequests = gracefulStop(http);
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
  // The connection would stay open longer than this waits, and then it would return false.
  const finishing = finishRequests(60_000);
  answer();
  expect(await finishing).toBe(true);
  expect(await text).toBe("whole");
  agent.destroy();
});

/** A connection that sends requests as written, with everything that has come back on it. */
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

it("answers requests that have just arrived, on new connections and on kept ones, and says that it closes", async () => {
  const { http, port } = await onLoopback((_req, res) => void res.send("whole"));
  const finishRequests = gracefulStop(http);
  const stored = await Promise.all([1, 2, 3].map(() => rawConnection(port)));
  for (const connection of stored) connection.send();
  await expect.poll(() => stored.filter((item) => item.received().includes("whole")).length).toBe(3);
  const fresh = await Promise.all([1, 2, 3].map(() => rawConnection(port)));
  // Sent at the same moment as the stop, so that the server has read none of them.
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

it("says that it closes in the answers under way", async () => {
  const { page, answer, come } = held();
  const { http, port } = await onLoopback(page);
  const finishRequests = gracefulStop(http);
  const connection = await rawConnection(port);
  connection.send();
  await expect.poll(() => come()).toBe(1);
  const finishing = finishRequests(60_000);
  answer();
  expect(await finishing).toBe(true);
  expect(await connection.outcome).toMatch(/connection: close[\s\S]*whole$/i);
});

it("takes nothing new while it finishes", async () => {
  const { page, answer, come } = held();
  const { http, ask } = await onLoopback(page);
  const finishRequests = gracefulStop(http);
  const first = ask("/");
  await expect.poll(() => come()).toBe(1);
  const finishing = finishRequests(60_000);
  await expect.poll(() => http.listening).toBe(false);
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED/);
  answer();
  expect((await first).text).toBe("whole");
  await finishing;
});

it("cuts off what does not end in time", async () => {
  const { page, come } = held();
  const { http, ask } = await onLoopback(page);
  const finishRequests = gracefulStop(http);
  const cut = ask("/").catch((error: Error) => error.message);
  await expect.poll(() => come()).toBe(1);
  expect(await finishRequests(200)).toBe(false);
  expect(await cut).toMatch(/hang up|ECONNRESET/);
});
