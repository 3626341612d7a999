import { type BrowserContext, test as base, type Cookie, expect, type Page, request } from "@playwright/test";
import { serveDemo } from "../../scripts/serve";
import { Contexts } from "./contexts";

export const url = () => {
  const text = process.env.E2E_URL;
  if (!text) throw new Error("The global set-up has not started the app.");
  return text;
};
export const PASSWORD = "timber-demo-2026";

type Fixtures = {
  /** Address of the app for this walk. */
  site: string;
  allowed: RegExp[];
  complaints: string[];
  /** A new page for a demo sign-in, with cookies from one sign-in per worker. */
  as: (who: string) => Promise<Page>;
  /** Key for the options of this test's contexts; null if its contexts aren't shared. */
  kind: string | null;
};

/**
 * Playwright's test, with the app as its base address; whatever a test checks, it fails when any of its pages logs an
 * error, throws, or gets an answer of 500 and above. A test that provokes one names it in `allowed`.
 */
export const test = base.extend<Fixtures, { contexts: Contexts }>({
  contexts: [
    async ({ browser }, use) => {
      const contexts = new Contexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: "worker" },
  ],
  kind: async (
    {
      acceptDownloads,
      baseURL,
      bypassCSP,
      colorScheme,
      contextOptions,
      contrast,
      deviceScaleFactor,
      extraHTTPHeaders,
      forcedColors,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      proxy,
      reducedMotion,
      screen,
      serviceWorkers,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
  ) => {
    const options = {
      acceptDownloads,
      baseURL,
      bypassCSP,
      colorScheme,
      contextOptions,
      contrast,
      deviceScaleFactor,
      extraHTTPHeaders,
      forcedColors,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      proxy,
      reducedMotion,
      screen,
      serviceWorkers,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    };
    // Data that a site's service worker stores outlives its pages.
    await use(serviceWorkers === "block" ? JSON.stringify(options) : null);
  },
  allowed: [[], { option: true }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for an object pattern
    async ({}, use, { retry }) => {
      // The first walk left things behind that the second would run into.
      if (retry > 0) await atFreshSite(() => use(url()));
      else await use(url());
    },
    { auto: true },
  ],
  baseURL: async ({ site }, use) => use(site),
  complaints: [
    async ({ browser, contexts, allowed }, use) => {
      const complaints: string[] = [];
      const watching = watch(complaints, allowed);
      contexts.watching = watching;
      browser.on("context", watching);
      await use(complaints);
      browser.off("context", watching);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ contexts, kind }, use, info) => {
    const context = await contexts.take(kind, url());
    await use(context);
    await contexts.giveBack(context, url(), info.status === info.expectedStatus);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  as: async ({ contexts, kind }, use, info) => {
    const taken: BrowserContext[] = [];
    await use(async (who) => {
      const context = await contexts.take(kind, url());
      taken.push(context);
      await context.addCookies(await cookiesOf(who));
      return context.pages()[0] ?? context.newPage();
    });
    for (const context of taken) await contexts.giveBack(context, url(), info.status === info.expectedStatus);
  },
});

/** Notes the complaints of a browser context's pages. */
function watch(complaints: string[], allowed: RegExp[]) {
  const complain = (text: string, where = "") => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text + where);
  };
  return (context: BrowserContext) => {
    context.on("console", (message) => {
      if (message.type() !== "error" && !/hydrat/i.test(message.text())) return;
      // The browser's own line about a refused response; tests check the response itself.
      if (/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()))
        return;
      const { url, lineNumber, columnNumber } = message.location();
      // Now and then Chromium logs this about the blank picture of a map that was just put into a page, and names the
      // page itself, not a line of a script. If a script requests it, its file is named (contexts.spec.ts), and it
      // counts.
      const isNobodys = url === message.page()?.url() && lineNumber === 0 && columnNumber === 0;
      if (isNobodys && /^Connecting to 'data:image\/gif;/.test(message.text())) return;
      const instant = `${url}:${lineNumber}:${columnNumber}`;
      complain(`console: ${message.text()}`, ` (by ${instant} on ${message.page()?.url()})`);
    });
    context.on("weberror", (thrown) => {
      const { message } = thrown.error();
      // A busy browser skips the fade between two pages, and reports it; the page is there.
      if (/^Transition was (aborted|skipped)/.test(message)) return;
      complain(`page error at ${thrown.page()?.url()}: ${message}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) complain(`${response.status()} ${response.url()}`);
    });
  };
}

let jars = new Map<string, Promise<Cookie[]>>();

/** Run this against a freshly started demo: until it ends, `url` and the database are those of the new site. */
export async function atFreshSite(walk: () => Promise<void>) {
  const { E2E_URL, E2E_DATABASE_URL } = process.env;
  const cookies = jars;
  const served = await serveDemo();
  Object.assign(process.env, { E2E_URL: served.url, E2E_DATABASE_URL: served.databaseUrl });
  jars = new Map();
  try {
    await walk();
  } finally {
    Object.assign(process.env, { E2E_URL, E2E_DATABASE_URL });
    jars = cookies;
    await served.stop();
  }
}

function cookiesOf(who: string): Promise<Cookie[]> {
  let jar = jars.get(who);
  if (!jar) {
    jar = bringCookies(who);
    jars.set(who, jar);
  }
  return jar;
}

/** Signs in as a text browser would, by the form alone. */
async function bringCookies(who: string): Promise<Cookie[]> {
  const caller = await request.newContext({ baseURL: url() });
  const form = { login: `${who}@demo.test`, password: PASSWORD };
  const answer = await caller.post("/login", { form, maxRedirects: 0 });
  expect(answer.status(), `signing in as ${who}`).toBe(303);
  const { cookies } = await caller.storageState();
  await caller.dispose();
  return cookies;
}

/** Signs a person in with cookies from one sign-in per worker, for journeys that begin after it. */
export async function enter(page: Page, who: string) {
  await page.context().addCookies(await cookiesOf(who));
}

/** Signs in by the real form: `signIn(page, "manager")`. */
export const signIn = (page: Page, who: string) => signInAt(page, "", who);

/** Signs in at another site than the one that all journeys share. */
export async function signInAt(page: Page, site: string, who: string) {
  await page.goto(`${site}/login`);
  await page.getByLabel("Email or phone").fill(`${who}@demo.test`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

export { expect };

/**
 * Wait until the page's scripts have loaded. Until then a press submits the plain form. Without JavaScript there is nothing
 * to wait for.
 */
export async function wired(page: Page) {
  if (test.info().project.name === "no-script") return;
  await page.waitForLoadState("networkidle");
}

/** Chooses an option by its words: in a select, or in the searchable list that a script has built from a long one. */
export async function choose(page: Page, label: string, option: string) {
  const field = page.getByLabel(label);
  const many = await field.evaluate(
    (match) => !(match instanceof HTMLSelectElement) || [...match.options].filter((o) => o.value).length > 5,
  );
  if (!many || test.info().project.name === "no-script") {
    await field.selectOption(option);
    return;
  }
  await expect(field).toHaveRole("combobox");
  await expect(field).toHaveAttribute("aria-autocomplete", "list");
  await field.fill(option);
  await field.press("Enter");
}
