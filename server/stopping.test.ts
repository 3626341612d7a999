import { Agent, request } from "node:http";
import type { RequestHandler } from "express";
import { expect, it } from "vitest";
import { onLoopback } from "./loopback";
import { finishRequests } from "./stopping";

const afterAWhile =
  (ms: number): RequestHandler =>
  (_req, res) =>
    void setTimeout(() => res.send("whole"), ms);

it("gives the answers under way, and does not wait for connections that are only kept", async () => {
  const { http, port } = await onLoopback(afterAWhile(300));
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
  await new Promise((r) => setTimeout(r, 100));
  const start = performance.now();
  expect(await finishRequests(http, 5_000)).toBe(true);
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(await text).toBe("whole");
  agent.destroy();
});

it("takes nothing new while it finishes", async () => {
  const { http, ask } = await onLoopback(afterAWhile(300));
  const first = ask("/");
  await new Promise((r) => setTimeout(r, 100));
  const finishing = finishRequests(http, 5_000);
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED/);
  expect((await first).text).toBe("whole");
  await finishing;
});

it("cuts off what does not end in time", async () => {
  const { http, ask } = await onLoopback(afterAWhile(60_000));
  const cut = ask("/").catch((error: Error) => error.message);
  await new Promise((r) => setTimeout(r, 100));
  expect(await finishRequests(http, 200)).toBe(false);
  expect(await cut).toMatch(/hang up|ECONNRESET/);
});
