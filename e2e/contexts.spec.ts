import type { BrowserContext, Page } from "@playwright/test";
import { expect, getAppUrl, test } from "./support/test";

/** The page that all of these tests use; it needs no sign-in. */
const PAGE = "/login";

/** Store something in every kind of storage that a browser has for a site. Runs in the page. */
async function leaveInPage() {
  localStorage.setItem("left", "1");
  sessionStorage.setItem("left", "1");
  window.name = "left";
  await (await caches.open("left")).put("/left", new Response("left"));
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("left");
    opening.onsuccess = () => resolve();
    opening.onerror = () => reject(opening.error);
  });
  await (await navigator.storage.getDirectory()).getFileHandle("left", { create: true });
  addEventListener("beforeunload", (event) => event.preventDefault());
  addEventListener("pagehide", () => localStorage.setItem("left at the end", "1"));
}

/** Return the data that the browser stores for the site. Runs in the page. */
async function findInPage() {
  const files: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
  const scripts = performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.endsWith(".js")) as PerformanceResourceTiming[];
  return {
    // Leave out the time zone cookie, which the page itself sets.
    cookies: document.cookie
      .split("; ")
      .filter((cookie) => !cookie.startsWith("tt_zone"))
      .join(),
    storage: Object.keys(localStorage).sort().join(),
    session: Object.keys(sessionStorage).join(),
    name: window.name,
    caches: (await caches.keys()).join(),
    databases: (await indexedDB.databases()).map(({ name }) => name).join(),
    files: files.join(),
    history: history.length,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    size: `${innerWidth} x ${innerHeight}`,
    begun: Reflect.get(window, "begun") === true,
    loaded: scripts.length > 0 && scripts.every(({ transferSize }) => transferSize > 0),
  };
}

const NOTHING = {
  cookies: "",
  storage: "",
  session: "",
  name: "",
  caches: "",
  databases: "",
  files: "",
  history: 2,
  dark: false,
  size: "1280 x 720",
  begun: false,
  loaded: true,
};

const pageOf = async (context: BrowserContext): Promise<Page> =>
  context.pages()[0] ?? (await context.newPage());

test("@script a reused context contains nothing that an earlier test stored", async ({ contexts, kind }) => {
  const context = await contexts.take(kind, getAppUrl());
  const page = await pageOf(context);
  await page.goto(PAGE);
  await context.addCookies([
    { name: "left", value: "1", url: getAppUrl() },
    { name: "left", value: "1", url: "https://elsewhere.test" },
  ]);
  await page.evaluate(leaveInPage);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(() => Reflect.set(window, "begun", true));
  page.on("dialog", (dialog) => dialog.accept());
  let heard = 0;
  context.on("request", () => heard++);
  await context.newPage();
  await page.goto(`${PAGE}?again`);
  // First check that everything left behind can be read back.
  expect(await page.evaluate(findInPage)).toEqual({
    cookies: "left=1",
    storage: "left,left at the end",
    session: "left",
    name: "left",
    caches: "left",
    databases: "left",
    files: "left",
    history: 3,
    dark: true,
    size: "390 x 844",
    begun: true,
    loaded: false,
  });
  // The browser doesn't cache responses that a test supplies itself.
  await page.route("**/left", (route) => route.fulfill({ body: "answered by the test" }));
  expect(await page.evaluate(async () => (await fetch("/left")).text())).toBe("answered by the test");
  expect(heard).toBeGreaterThan(0);
  // Store data again, so that the page prompts before it closes and stores something as it closes.
  await page.evaluate(leaveInPage);

  await contexts.giveBack(context, getAppUrl(), true);
  const before = heard;
  const next = await contexts.take(kind, getAppUrl());
  expect(next).toBe(context);
  expect(next.pages()).toHaveLength(1);
  const fresh = await pageOf(next);
  expect(fresh.url()).toBe("about:blank");
  expect(await next.cookies()).toEqual([]);
  await fresh.goto(PAGE);
  expect(await fresh.evaluate(findInPage)).toEqual(NOTHING);
  expect(await fresh.evaluate(async () => (await fetch("/left")).status)).toBe(404);
  expect(heard).toBe(before);
  await contexts.giveBack(next, getAppUrl(), true);
});

const SPENDS: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  "scripts of its own": (context) => context.addInitScript(() => {}),
  "functions of its own": (context) => context.exposeFunction("left", () => {}),
  answers: (context) => context.route("**/left", (route) => route.abort()),
  "no line": (context) => context.setOffline(true),
  "a place": (context) => context.setGeolocation({ latitude: 44, longitude: -84 }),
  "a right": (context) => context.grantPermissions(["geolocation"]),
  headers: (context) => context.setExtraHTTPHeaders({ "X-Left": "1" }),
  "a clock": async (context) => (await pageOf(context)).clock.setFixedTime(0),
  "a line to its browser": async (context) => context.newCDPSession(await pageOf(context)),
  patience: async (context) => context.setDefaultTimeout(1),
  "another site": async (context) =>
    (await pageOf(context)).goto(getAppUrl().replace("127.0.0.1", "localhost"), { waitUntil: "commit" }),
};
for (const [what, leave] of Object.entries(SPENDS))
  test(`@script a context isn't reused after a test has changed it: ${what}`, async ({ contexts, kind }) => {
    const context = await contexts.take(kind, getAppUrl());
    await leave(context);
    await contexts.giveBack(context, getAppUrl(), true);
    expect(context.isClosed()).toBe(true);
    const next = await contexts.take(kind, getAppUrl());
    expect(next).not.toBe(context);
    await contexts.giveBack(next, getAppUrl(), true);
  });

test("@script a context isn't reused after a failure, with other options, outside the pool, or with a late cookie", async ({
  contexts,
  kind,
}) => {
  const failed = await contexts.take(kind, getAppUrl());
  await contexts.giveBack(failed, getAppUrl(), false);
  expect(failed.isClosed()).toBe(true);
  const browserContext = await contexts.take(kind, getAppUrl());
  await contexts.giveBack(browserContext, getAppUrl(), true);
  expect(browserContext.isClosed()).toBe(false);
  const alone = await contexts.take(null, getAppUrl());
  expect(alone).not.toBe(browserContext);
  await contexts.giveBack(alone, getAppUrl(), true);
  expect(alone.isClosed()).toBe(true);
  const other = await contexts.take(`${kind} and more`, getAppUrl());
  expect(other).not.toBe(browserContext);
  await other.close();
  // Simulate a response that arrives late.
  await browserContext.addCookies([{ name: "left", value: "1", url: getAppUrl() }]);
  const clean = await contexts.take(kind, getAppUrl());
  expect(clean).not.toBe(browserContext);
  expect(browserContext.isClosed()).toBe(true);
  await contexts.giveBack(clean, getAppUrl(), true);
});

test("@script a test sees page errors in a reused context", async ({ contexts, kind, complaints }) => {
  const context = await contexts.take(kind, getAppUrl());
  await contexts.giveBack(context, getAppUrl(), true);
  const again = await contexts.take(kind, getAppUrl());
  expect(again).toBe(context);
  const page = await pageOf(again);
  await page.evaluate("console.error('Something is wrong.')");
  await expect
    .poll(() => complaints.splice(0))
    .toEqual([expect.stringContaining("console: Something is wrong. (by ")]);
  await contexts.giveBack(again, getAppUrl(), true);
});

test.describe("content security policy", () => {
  test.use({ allowed: [/^console: Fetch API cannot load/] });
  test("@script a script's forbidden image request is reported, although the browser's own requests are ignored", async ({
    page,
    complaints,
  }) => {
    await page.route("**/behaviors/start-*.js", async (route) => {
      const answer = await route.fetch();
      const body = `${await answer.text()};fetch("data:image/gif;base64,R0lGODlhAQABAAAAACw=").catch(() => {})`;
      await route.fulfill({ response: answer, body });
    });
    await page.goto("/login");
    await expect
      .poll(() => complaints.splice(0))
      .toEqual([expect.stringMatching(/^console: Connecting to 'data:image\/gif.*\/behaviors\/start-/)]);
  });
});
