import type { BrowserContext, Page } from "@playwright/test";
import { expect, test, url } from "./support/test";

/** The page that all of these tests use: anyone may open it. */
const PAGE = "/login";

/** Runs in the page: leave something in every kind of storage that a browser has for a site. */
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

/** In the page: return the browser's data of the site. */
async function findInPage() {
  const files: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
  const scripts = performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.endsWith(".js")) as PerformanceResourceTiming[];
  return {
    // The page itself remembers the zone.
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

test("@script nothing that a test leaves in a context is there for the next one", async ({
  contexts,
  kind,
}) => {
  const context = await contexts.take(kind, url());
  const page = await pageOf(context);
  await page.goto(PAGE);
  await context.addCookies([
    { name: "left", value: "1", url: url() },
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
  // Everything left behind can be read back.
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
  // If a test supplies the responses itself, the browser stores nothing.
  await page.route("**/left", (route) => route.fulfill({ body: "answered by the test" }));
  expect(await page.evaluate(async () => (await fetch("/left")).text())).toBe("answered by the test");
  expect(heard).toBeGreaterThan(0);
  // Leave data once more, so that the page prompts before it closes, and stores something as it closes.
  await page.evaluate(leaveInPage);

  await contexts.giveBack(context, url(), true);
  const before = heard;
  const next = await contexts.take(kind, url());
  expect(next).toBe(context);
  expect(next.pages()).toHaveLength(1);
  const fresh = await pageOf(next);
  expect(fresh.url()).toBe("about:blank");
  expect(await next.cookies()).toEqual([]);
  await fresh.goto(PAGE);
  expect(await fresh.evaluate(findInPage)).toEqual(NOTHING);
  expect(await fresh.evaluate(async () => (await fetch("/left")).status)).toBe(404);
  expect(heard).toBe(before);
  await contexts.giveBack(next, url(), true);
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
    (await pageOf(context)).goto(url().replace("127.0.0.1", "localhost"), { waitUntil: "commit" }),
};
for (const [what, leave] of Object.entries(SPENDS))
  test(`@script a context that a test has given ${what} is nobody else's`, async ({ contexts, kind }) => {
    const context = await contexts.take(kind, url());
    await leave(context);
    await contexts.giveBack(context, url(), true);
    expect(context.isClosed()).toBe(true);
    const next = await contexts.take(kind, url());
    expect(next).not.toBe(context);
    await contexts.giveBack(next, url(), true);
  });

test("@script nor is one of a test that failed, of other options, for nobody else, or with a cookie that came late", async ({
  contexts,
  kind,
}) => {
  const failed = await contexts.take(kind, url());
  await contexts.giveBack(failed, url(), false);
  expect(failed.isClosed()).toBe(true);
  const browserContext = await contexts.take(kind, url());
  await contexts.giveBack(browserContext, url(), true);
  expect(browserContext.isClosed()).toBe(false);
  const alone = await contexts.take(null, url());
  expect(alone).not.toBe(browserContext);
  await contexts.giveBack(alone, url(), true);
  expect(alone.isClosed()).toBe(true);
  const other = await contexts.take(`${kind} and more`, url());
  expect(other).not.toBe(browserContext);
  await other.close();
  // Simulates a response that arrives late.
  await browserContext.addCookies([{ name: "left", value: "1", url: url() }]);
  const clean = await contexts.take(kind, url());
  expect(clean).not.toBe(browserContext);
  expect(browserContext.isClosed()).toBe(true);
  await contexts.giveBack(clean, url(), true);
});

test("@script a test hears what the pages of a context complain about that another one had before", async ({
  contexts,
  kind,
  complaints,
}) => {
  const context = await contexts.take(kind, url());
  await contexts.giveBack(context, url(), true);
  const again = await contexts.take(kind, url());
  expect(again).toBe(context);
  const page = await pageOf(again);
  await page.evaluate("console.error('Something is wrong.')");
  await expect
    .poll(() => complaints.splice(0))
    .toEqual([expect.stringContaining("console: Something is wrong. (by ")]);
  await contexts.giveBack(again, url(), true);
});

test.describe("a script that asks for a picture against the policy", () => {
  test.use({ allowed: [/^console: Fetch API cannot load/] });
  test("@script is complained about, though the browser's own asking is let pass", async ({
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
