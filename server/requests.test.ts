import { request } from "node:http";
import type { RequestHandler } from "express";
import { describe, expect, it } from "vitest";
import { handleLastError } from "./errors";
import { serveOnLoopback } from "./loopback";
import { logRequests, redirectLegacyIds } from "./requests";

type Line = {
  level: "info" | "error";
  id?: string;
  path?: string;
  status?: number;
  bytes?: number;
  actor?: string;
};

function pages() {
  const lines: Line[] = [];
  const write = (level: Line["level"]) => (line: object) => void lines.push({ level, ...line });
  return { lines, log: { info: write("info"), error: write("error") } };
}

const until = async (lines: Line[], wanted: number) => {
  for (let i = 0; i < 3_000 && lines.length < wanted; i++) await new Promise((r) => setTimeout(r, 10));
  return lines;
};

it("redirects an API call whose id is missing to id 0, and no other calls", async () => {
  const { ask } = await serveOnLoopback(redirectLegacyIds, (req, res) => void res.json(req.originalUrl));
  for (const [path, to] of [
    ["/api/jobs//comments", "/api/jobs/0/comments"],
    ["/api/jobs//trip-tickets?take=5", "/api/jobs/0/trip-tickets?take=5"],
    ["/api/trip-tickets//audits", "/api/trip-tickets/0/audits"],
  ] as const) {
    const { status, headers } = await ask(path);
    expect([status, headers.location]).toEqual([308, to]);
  }
  for (const path of [
    "/api/jobs//evil.test/x",
    "/api/jobs/1/comments",
    "//api/jobs//comments",
    "/api/jobs//../x",
  ])
    expect((await ask(path)).status).toBe(200);
});

describe("the request log", () => {
  it("has one line per response, without secrets from the address", async () => {
    const { lines, log } = pages();
    const { ask } = await serveOnLoopback(
      logRequests(log),
      (_req, res) => void res.status(201).send("0123456789"),
    );
    const { headers } = await ask("/verify/trip-tickets/7?sig=k1.secret&page=2", { method: "POST" });
    const [line] = await until(lines, 1);
    expect(line).toMatchObject({
      level: "info",
      id: headers["x-request-id"],
      method: "POST",
      path: "/verify/trip-tickets/7?sig=…&page=2",
      status: 201,
    });
    expect(line?.bytes).toBeGreaterThan(10);
    expect(JSON.stringify(lines)).not.toContain("secret");
    expect(lines).toHaveLength(1);
  });

  it("keeps a valid request id from the caller, and otherwise generates one", async () => {
    const { log } = pages();
    const { ask } = await serveOnLoopback(
      logRequests(log),
      (_req, res) => void res.send(res.locals.requestId),
    );
    const idFor = async (input?: string) => {
      const answer = await ask("/", { headers: input === undefined ? {} : { "X-Request-Id": input } });
      expect(answer.headers["x-request-id"]).toBe(answer.text);
      return answer.text;
    };
    expect(await idFor("proxy-1234_5678")).toBe("proxy-1234_5678");
    const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    for (const odd of [undefined, "short", "a".repeat(65), 'x"}forged{"y', "with space in it"])
      expect(await idFor(odd)).toMatch(uuid);
  });

  it("contains the user if known, so that refused requests can be traced", async () => {
    const { lines, log } = pages();
    const { ask } = await serveOnLoopback(logRequests(log), (req, res) => {
      if (req.path === "/known") res.locals.actor = "u7c3";
      res.status(403).end();
    });
    await ask("/known");
    await ask("/unknown");
    expect((await until(lines, 2)).map((line) => line.actor)).toEqual(["u7c3", undefined]);
  });

  it("contains a server fault as an error", async () => {
    const { lines, log } = pages();
    const { ask } = await serveOnLoopback(logRequests(log), (_req, res) => void res.status(503).end());
    await ask("/");
    expect(await until(lines, 1)).toMatchObject([{ level: "error", status: 503 }]);
  });

  it("shows that a caller disconnected before the response", async () => {
    const { lines, log } = pages();
    let come = false;
    const never: RequestHandler = () => {
      come = true;
    };
    const { port } = await serveOnLoopback(logRequests(log), never);
    const left = request({ host: "127.0.0.1", port, path: "/slow" });
    left.on("error", () => undefined);
    left.end();
    await expect.poll(() => come).toBe(true);
    left.destroy();
    expect(await until(lines, 1)).toMatchObject([{ level: "info", path: "/slow", status: 499 }]);
  });
});

describe("an error thrown outside the app", () => {
  const thrown = (error: unknown): RequestHandler => {
    return (_req, _res, next) => next(error);
  };

  it("is logged, and answered with a page that doesn't show its text", async () => {
    const { lines, log } = pages();
    const { app, ask } = await serveOnLoopback(thrown(new Error("at /secret/path")));
    app.use(handleLastError(log));
    const page = await ask("/");
    expect(page.status).toBe(500);
    expect(page.text).toContain("Something went wrong");
    expect(page.text).not.toContain("secret");
    expect(lines).toMatchObject([{ level: "error", err: { message: "at /secret/path" } }]);
  });

  it("isn't logged if the caller's address was invalid", async () => {
    const { lines, log } = pages();
    const gone = Object.assign(new Error("Not Found"), { status: 404 });
    const { app, ask } = await serveOnLoopback(thrown(gone));
    app.use(handleLastError(log));
    expect((await ask("/assets/of-an-older-build.js")).status).toBe(404);
    const odd = await serveOnLoopback((_req, res) => void res.send(new URL("http://a b/").href));
    odd.app.use(handleLastError(log));
    expect((await odd.ask("/")).status).toBe(400);
    expect(lines).toEqual([]);
  });

  it("is returned as JSON by the API", async () => {
    const { log } = pages();
    const { app, ask } = await serveOnLoopback(thrown(new Error("no")));
    app.use(handleLastError(log));
    expect(JSON.parse((await ask("/api/trip-tickets")).text)).toEqual({
      message: "Sorry, an error occurred. Nothing you saved is lost.",
    });
  });
});
