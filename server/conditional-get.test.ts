import { describe, expect, it } from "vitest";
import type { BrowserCacheState } from "../app/server-entry.server";
import { conditionalGet } from "./conditional-get";
import { serveOnLoopback } from "./loopback";

const KEPT = { "Cache-Control": "private, no-cache", Vary: "Accept-Encoding, Save-Data, Cookie" };

/** Serve a page to user u7, and return the state that decides whether a 304 is allowed. */
async function page(most = 100) {
  const world = {
    said: "eleven loads",
    version: 1 as number | null,
    at: Date.UTC(2026, 10, 23, 12, 1),
    who: "u7" as string | null,
    updating: false,
    made: 0,
    cookies: [] as string[],
  };
  const { ask } = await serveOnLoopback(
    (_req, res, next) => {
      res.locals.updating = world.updating;
      next();
    },
    conditionalGet({
      version: () => world.version,
      headers: KEPT,
      visitor: async () => world.who,
      now: () => world.at,
      most,
    }),
    (_req, res) => {
      world.made++;
      res.locals.actor = world.who ?? "nobody";
      const revisit: BrowserCacheState | undefined = res.locals.revisit;
      const tag = `W/"${world.said}"`;
      if (revisit?.isSignedIn()) revisit.shown(tag, world.cookies);
      res.set({ ETag: tag, "Content-Security-Policy": "script-src 'nonce-x'" });
      res.status(revisit?.holds === tag ? 304 : 200).end(world.said);
    },
  );
  const look = (path = "/trip-tickets", headers: Record<string, string> = {}) =>
    ask(path, { headers: { Cookie: "tt_session=a", "If-None-Match": `W/"${world.said}"`, ...headers } });
  return { world, look };
}

describe("a page cached by the browser", () => {
  it("is answered with 304 without rendering, and the cached copy keeps its own security policy", async () => {
    const { world, look } = await page();
    await look();
    const again = await look();
    expect([again.status, again.text, world.made]).toEqual([304, "", 1]);
    expect(again.headers).toMatchObject({
      etag: 'W/"eleven loads"',
      "cache-control": "private, no-cache",
      vary: "Accept-Encoding, Save-Data, Cookie",
    });
    expect(again.headers).not.toHaveProperty("content-security-policy");
  });

  it("is rendered again if any data that it depends on has changed", async () => {
    type World = Awaited<ReturnType<typeof page>>["world"];
    const changes: [what: string, act: (world: World) => void, path?: string, headers?: object][] = [
      ["a change in the database", (world) => Object.assign(world, { version: 2 })],
      ["a minute later", (world) => Object.assign(world, { at: world.at + 60_000 })],
      ["a replica that waits for what was written", (world) => Object.assign(world, { updating: true })],
      ["another address", () => {}, "/trip-tickets?page=2"],
      ["another session", () => {}, undefined, { Cookie: "tt_session=b" }],
      ["another zone", () => {}, undefined, { Cookie: "tt_session=a; tt_zone=America%2FBoise" }],
      ["light pages", () => {}, undefined, { Cookie: "tt_session=a; tt_light=1" }],
      ["a browser that saves data", () => {}, undefined, { "Save-Data": "on" }],
      ["another page in the browser", () => {}, undefined, { "If-None-Match": 'W/"ten loads"' }],
      ["a session that has ended", (world) => Object.assign(world, { who: null })],
      ["a database elsewhere", (world) => Object.assign(world, { version: null })],
    ];
    for (const [what, act, path, headers] of changes) {
      const { world, look } = await page();
      await look();
      act(world);
      await look(path, { ...headers });
      expect(world.made, what).toBe(2);
    }
  });

  it("is valid only until the next quarter hour, when a new day may begin in some time zone", async () => {
    const { world, look } = await page();
    world.at = Date.UTC(2026, 10, 23, 4, 59, 50);
    await look();
    world.at += 9_000;
    await look();
    expect(world.made).toBe(1);
    world.at += 1_000;
    await look();
    expect(world.made).toBe(2);
  });

  it("treats a change during rendering as a change", async () => {
    let [version, made] = [1, 0];
    const { ask } = await serveOnLoopback(
      conditionalGet({ version: () => version, headers: KEPT, visitor: async () => "u7" }),
      (_req, res) => {
        made++;
        version = 2;
        (res.locals.revisit as BrowserCacheState).shown('W/"x"', []);
        res.end("x");
      },
    );
    for (let i = 0; i < 2; i++) await ask("/", { headers: { "If-None-Match": 'W/"x"' } });
    expect(made).toBe(2);
  });

  it("is rendered if the user lookup fails, so that the page can report the problem", async () => {
    let [away, made] = [false, 0];
    const visitor = () => (away ? Promise.reject(new Error("unavailable")) : Promise.resolve("u7"));
    const { ask } = await serveOnLoopback(
      conditionalGet({ version: () => 1, headers: KEPT, visitor }),
      (_req, res) => {
        made++;
        res.locals.actor = "u7";
        (res.locals.revisit as BrowserCacheState).shown('W/"x"', []);
        res.end("x");
      },
    );
    await ask("/");
    away = true;
    expect((await ask("/", { headers: { "If-None-Match": 'W/"x"' } })).status).toBe(200);
    expect(made).toBe(2);
  });

  it("gets its cookies again with a 304", async () => {
    const { world, look } = await page();
    world.cookies = ["tt_tickets=here; Path=/trip-tickets"];
    await look();
    expect((await look()).headers["set-cookie"]).toEqual(world.cookies);
  });
});

it("never caches pages about money, accounts, the operator or data, API calls, or posts", async () => {
  const { world, look } = await page();
  const paths = [
    "/settlements",
    "/i/3",
    "/settlements/statements/3",
    "/jobs/1/money",
    "/admin/jobs",
    "/profile",
    "/company/people",
  ];
  for (const path of [...paths, "/api/dashboard", "/trip-tickets.data", "/__manifest", "/login"]) {
    world.made = 0;
    await look(path);
    await look(path);
    expect([path, world.made]).toEqual([path, 2]);
  }
});

it("the least recently requested page is discarded first", async () => {
  const { world, look } = await page(5);
  await look("/?first");
  for (let i = 0; i < 5; i++) await look(`/?${i}`);
  world.made = 0;
  await look("/?4");
  expect(world.made).toBe(0);
  await look("/?first");
  expect(world.made).toBe(1);
});

it("a successful post changes a cookie, so that Back reloads the page; refusals and API calls don't change it", async () => {
  const { ask } = await serveOnLoopback(
    conditionalGet({
      version: () => 1,
      headers: KEPT,
      visitor: async () => "u7",
      now: () => 36,
      secure: true,
    }),
    (req, res) => void res.status(req.path === "/refused" ? 422 : 303).end(),
  );
  const sent = async (path: string, method = "POST") => (await ask(path, { method })).headers["set-cookie"];
  expect(await sent("/trip-tickets/3/comments")).toEqual([
    "tt_sent=10; Path=/; Max-Age=86400; SameSite=Lax; HttpOnly; Secure",
  ]);
  expect(await sent("/refused")).toBeUndefined();
  expect(await sent("/api/trip-tickets")).toBeUndefined();
  expect(await sent("/trip-tickets/3", "GET")).toBeUndefined();
});
