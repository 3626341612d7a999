import { Agent, request } from "node:http";
import type { RequestHandler } from "express";
import { expect, it } from "vitest";
import { onLoopback } from "./loopback";
import { finishRequests } from "./stopping";

/** A page that is answered when it is told to. */
function held() {
  let answer = () => {};
  let come = 0;
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const page: RequestHandler = (_req, res) => {
    come++;
    void told.then(() => res.send("whole"));
  };
  return { page, answer: () => answer(), come: () => come };
}

it("gives the answers under way, and does not wait for connections that are only kept", async () => {
  const { page, answer, come } = held();
  const { http, port } = await onLoopback(page);
  const agent = new Agent({ keepAlive: true });
  const text = new Promise<string>((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, agent }, (res) => {
      let all = "";
      res.on("data", (chunk) => {
        all += chunk;
      });
      res.on("end", () => resolve(all));
    });
    asked.on("error", reject);
    asked.end();
  });
  await expect.poll(() => come()).toBe(1);
  // The connection would be kept for longer than this waits, and then it would say false.
  const finishing = finishRequests(http, 60_000);
  answer();
  expect(await finishing).toBe(true);
  expect(await text).toBe("whole");
  agent.destroy();
});

it("takes nothing new while it finishes", async () => {
  const { page, answer, come } = held();
  const { http, ask } = await onLoopback(page);
  const first = ask("/");
  await expect.poll(() => come()).toBe(1);
  const finishing = finishRequests(http, 60_000);
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED/);
  answer();
  expect((await first).text).toBe("whole");
  await finishing;
});

it("cuts off what does not end in time", async () => {
  const { page, come } = held();
  const { http, ask } = await onLoopback(page);
  const cut = ask("/").catch((error: Error) => error.message);
  await expect.poll(() => come()).toBe(1);
  expect(await finishRequests(http, 200)).toBe(false);
  expect(await cut).toMatch(/hang up|ECONNRESET/);
});
