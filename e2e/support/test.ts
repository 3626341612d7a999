import { type BrowserContext, test as base, type Cookie, expect, type Page, request } from "@playwright/test";
import { serveDemo } from "../../scripts/serve";
import { ContextPool } from "./contexts";

export const getAppUrl = () => {
  const text = process.env.E2E_URL;
  if (!text) throw new Error("The global set-up has not started the app.");
  return text;
};
export const PASSWORD = "timber-demo-2026";

type Fixtures = {
  /** Address of the app for this attempt. */
  site: string;
  allowed: RegExp[];
  complaints: string[];
  /** Open a page signed in as a demo user. A worker's tests share each user's session cookies. */
  as: (who: string) => Promise<Page>;
  /** Key for the options of this test's contexts; null if its contexts aren't shared. */
  kind: string | null;
};

/**
 * Playwright's test with the app's address as the base address. A test also fails if one of its pages logs an error,
 * throws, or gets a status of 500 or above, unless the test lists that error in `allowed`.
 */
export const test = base.extend<Fixtures, { contexts: ContextPool }>({
  contexts: [
    async ({ browser }, use) => {
      const contexts = new ContextPool(browser);
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
    // A service worker's stored data would remain after the test's pages are closed, so these contexts aren't shared.
    await use(serviceWorkers === "block" ? JSON.stringify(options) : null);
  },
  allowed: [[], { option: true }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for an object pattern
    async ({}, use, { retry }) => {
      // Run a second attempt on a fresh site, since data from the first attempt could make it fail.
      if (retry > 0) await runAtFreshSite(() => use(getAppUrl()));
      else await use(getAppUrl());
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
    const context = await contexts.take(kind, getAppUrl());
    await use(context);
    await contexts.giveBack(context, getAppUrl(), info.status === info.expectedStatus);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  as: async ({ contexts, kind }, use, info) => {
    const taken: BrowserContext[] = [];
    await use(async (who) => {
      const context = await contexts.take(kind, getAppUrl());
      taken.push(context);
      await context.addCookies(await cookiesOf(who));
      return context.pages()[0] ?? context.newPage();
    });
    for (const context of taken)
      await contexts.giveBack(context, getAppUrl(), info.status === info.expectedStatus);
  },
});

/** Record errors that occur on a browser context's pages. */
function watch(complaints: string[], allowed: RegExp[]) {
  const complain = (text: string, where = "") => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text + where);
  };
  return (context: BrowserContext) => {
    context.on("console", (message) => {
      if (message.type() !== "error" && !/hydrat/i.test(message.text())) return;
      // The browser's own message about a 4xx response; tests check the response itself.
      if (/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()))
        return;
      const { url, lineNumber, columnNumber } = message.location();
      // Chromium sometimes logs this error for the blank image of a map just inserted into a page, and gives the page's
      // address instead of a script line. If a script caused the request, the log gives the script's file
      // (contexts.spec.ts), and the error counts.
      const isNobodys = url === message.page()?.url() && lineNumber === 0 && columnNumber === 0;
      if (isNobodys && /^Connecting to 'data:image\/gif;/.test(message.text())) return;
      const instant = `${url}:${lineNumber}:${columnNumber}`;
      complain(`console: ${message.text()}`, ` (by ${instant} on ${message.page()?.url()})`);
    });
    context.on("weberror", (thrown) => {
      const { message } = thrown.error();
      // A busy browser skips the fade between two pages and reports an error, although the new page loads.
      if (/^Transition was (aborted|skipped)/.test(message)) return;
      complain(`page error at ${thrown.page()?.url()}: ${message}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) complain(`${response.status()} ${response.url()}`);
    });
  };
}

let jars = new Map<string, Promise<Cookie[]>>();

/**
 * Run a function against a freshly started demo. Until the function ends, the environment's site address and database
 * are those of the fresh demo.
 */
export async function runAtFreshSite(walk: () => Promise<void>) {
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

/** Sign in as a text browser would, by the plain form. */
async function bringCookies(who: string): Promise<Cookie[]> {
  const caller = await request.newContext({ baseURL: getAppUrl() });
  const form = { login: `${who}@demo.test`, password: PASSWORD };
  const answer = await caller.post("/login", { form, maxRedirects: 0 });
  expect(answer.status(), `signing in as ${who}`).toBe(303);
  const { cookies } = await caller.storageState();
  await caller.dispose();
  return cookies;
}

/** Sign in with cookies that each worker saves from one sign-in per user, for tests that begin signed in. */
export async function signInWithCookies(page: Page, who: string) {
  await page.context().addCookies(await cookiesOf(who));
}

/** Signs in by the real form: `signIn(page, "manager")`. */
export const signIn = (page: Page, who: string) => signInAt(page, "", who);

/** Sign in at a site other than the one that all end-to-end tests share. */
export async function signInAt(page: Page, site: string, who: string) {
  await page.goto(`${site}/login`);
  await page.getByLabel("Email or phone").fill(`${who}@demo.test`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

export { expect };

/**
 * Wait until the page's scripts have loaded; a button pressed earlier would submit the plain form. Without JavaScript,
 * return immediately.
 */
export async function waitForScripts(page: Page) {
  if (test.info().project.name === "no-script") return;
  await page.waitForLoadState("networkidle");
}

/** Choose an option by its text: in a select, or in the searchable list that replaces a long select. */
export async function chooseOption(page: Page, label: string, option: string) {
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
