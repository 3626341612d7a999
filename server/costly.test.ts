import type { RequestHandler } from "express";
import { expect, it } from "vitest";
import { isCostlyRequest, waitForCostlySlot } from "~/web/costly-requests.server";
import { limitCostlyRequests } from "./costly";
import { serveOnLoopback } from "./loopback";

/** Serve costly and cheap pages. A costly page responds when `finish` is called. */
async function serve() {
  const running: { who: string; finish: () => void }[] = [];
  const visitor = async (cookie: string) => (cookie.startsWith("u") ? cookie : null);
  const pages: RequestHandler = (req, res) => {
    if (req.path === "/") return void res.send("home");
    running.push({ who: req.get("Cookie") ?? "", finish: () => void res.send("printed") });
  };
  const { ask } = await serveOnLoopback(
    limitCostlyRequests({ isCostly: isCostlyRequest, enter: waitForCostlySlot, visitor }),
    pages,
  );
  const print = (who: string) => ask("/trip-tickets/print?ids=1", { headers: { Cookie: who } });
  return { running, ask, print };
}

it("runs one costly request per account at a time, and lets another account's request run in between", async () => {
  const { running, ask, print } = await serve();
  const mine = [print("u1"), print("u1"), print("u1")];
  await expect.poll(() => running.map(({ who }) => who)).toEqual(["u1"]);
  const other = print("u2");
  await expect.poll(() => running.map(({ who }) => who)).toEqual(["u1", "u2"]);
  expect((await ask("/", { headers: { Cookie: "u1" } })).text).toBe("home");
  running[1]?.finish();
  expect((await other).text).toBe("printed");
  for (let index = 0; index < 3; index++) {
    const started = () => running.filter(({ who }) => who === "u1");
    await expect.poll(() => started().length).toBe(index + 1);
    started()[index]?.finish();
  }
  for (const answer of mine) expect((await answer).status).toBe(200);
});

it("refuses an account's requests beyond its queue limit, with a message", async () => {
  const { running, print } = await serve();
  const sent = Array.from({ length: 16 }, () => print("u3"));
  const refused = await Promise.race(sent);
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("10");
  expect(refused.text).toContain("Try again in a few seconds.");
  // Finish each started request until all requests have responses.
  let isDone = false;
  const answers = Promise.all(sent).finally(() => {
    isDone = true;
  });
  for (let index = 0; !isDone; ) {
    if (index < running.length) running[index++]?.finish();
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const statuses = new Set((await answers).map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 429]));
});

it("treats pages and files that need much processor time as costly, and no others", () => {
  for (const path of [
    "/map",
    "/trip-tickets/print",
    "/trip-tickets/export/file",
    "/settlements/statements/7/file",
  ])
    expect(isCostlyRequest(path), path).toBe(true);
  for (const path of ["/", "/trip-tickets", "/trip-tickets/7", "/trip-tickets/7/print", "/mapping"])
    expect(isCostlyRequest(path), path).toBe(false);
});
