import { afterAll, beforeAll, inject, type TestContext, test as vitestTest } from "vitest";
import { DEMO_PASSWORD } from "../../../app/modules/dashboard/rules/demo";
import { type Answer, Client, type Cookie, CookieJar, RequestApi } from "./client";
import { expect } from "./expect";
import { Context, type Page } from "./page";

export { expect };
export const PASSWORD = DEMO_PASSWORD;
export const getAppUrl = () => inject("served").url;

type Info = { title: string; project: { name: string }; annotations: unknown[]; setTimeout(): void };
type Fixtures = Record<string, unknown> & { page: Page };
type Body = (fixtures: Fixtures, info: Info) => unknown;

/** Pattern for titles of tests that depend on scripts or rendering, which only run in a browser. */
export const LEFT_TO_BROWSERS = /@(script|seen)\b/;

let titles: string[] = [];
let allowed: RegExp[] = [];
let info: Info | undefined;
let context: TestContext | undefined;
type Hook = { at: string[]; body: Body };
let beforeEach: Hook[] = [];
let afterEach: Hook[] = [];

const jars = new Map<string, Promise<Cookie[]>>();

/**
 * Reset the state before each test file, since files share a process: each file has its own hooks, allowed errors and
 * sign-ins.
 */
export function resetFileState() {
  [titles, allowed, beforeEach, afterEach] = [[], [], [], []];
  jars.clear();
}

async function bringCookies(who: string): Promise<Cookie[]> {
  const jar = new CookieJar();
  const asker = new RequestApi(new Client(getAppUrl(), jar));
  const form = { login: `${who}@demo.test`, password: PASSWORD };
  const answer = await asker.post("/login", { form, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`${who} was not let in: ${answer.status()}`);
  return jar.all();
}

function cookiesOf(who: string): Promise<Cookie[]> {
  const jar = jars.get(who) ?? bringCookies(who);
  jars.set(who, jar);
  return jar;
}

type Settings = { extraHTTPHeaders?: Record<string, string>; storageState?: { cookies: Cookie[] } };
/** Create a context that records server errors, so that any test fails on them. */
const contextOf = (complaints: string[], { extraHTTPHeaders, storageState }: Settings = {}) =>
  new Context(getAppUrl(), storageState?.cookies ?? [], extraHTTPHeaders ?? {}, (answer: Answer) => {
    const message = `${answer.status()} ${answer.url()}`;
    if (answer.status() >= 500 && !allowed.some((pattern) => pattern.test(message))) complaints.push(message);
  });

/** Create a test's Playwright fixtures on first use. */
function fixturesOf(complaints: string[]): Fixtures {
  let own: Context | undefined;
  let page: Page | undefined;
  let asker: RequestApi | undefined;
  const context = () => {
    own ??= contextOf(complaints);
    return own;
  };
  return {
    javaScriptEnabled: false,
    get baseURL() {
      return getAppUrl();
    },
    get context() {
      return context();
    },
    get page() {
      page ??= context().page();
      return page;
    },
    get request() {
      asker ??= contextOf(complaints).request;
      return asker;
    },
    browser: { newContext: async (settings: Settings) => contextOf(complaints, settings) },
    as: async (who: string) => {
      const theirs = contextOf(complaints);
      await theirs.addCookies(await cookiesOf(who));
      return theirs.newPage();
    },
  };
}

function register(title: string, body: Body) {
  const positions = [...titles];
  const whole = [...positions, title].join(" ");
  if (LEFT_TO_BROWSERS.test(whole)) return;
  const [permitted, before, after] = [allowed, beforeEach, afterEach];
  vitestTest(whole, async (vitestContext) => {
    const complaints: string[] = [];
    const fixtures = fixturesOf(complaints);
    context = vitestContext;
    allowed = permitted;
    process.env.E2E_DATABASE_URL = inject("served").databaseUrl;
    info = { title, project: { name: "no-script" }, annotations: [], setTimeout() {} };
    const near = (hooks: Hook[]) => hooks.filter((hook) => hook.at.every((part, i) => positions[i] === part));
    for (const { body } of near(before)) await body(fixtures, info);
    try {
      await body(fixtures, info);
    } finally {
      for (const { body } of near(after)) await body(fixtures, info);
    }
    expectNothing(complaints);
  });
}

function expectNothing(complaints: string[]) {
  if (complaints.length) throw new Error(`The server failed: ${complaints.join(", ")}`);
}

function describe(title: string, inside: () => void) {
  const before = { titles, allowed };
  titles = [...titles, title];
  inside();
  ({ titles, allowed } = before);
}

/** Playwright's `test` for the form driver, which runs the tests that a browser would run without script. */
export const test = Object.assign(register, {
  describe: Object.assign(describe, { configure() {} }),
  use(options: { allowed?: RegExp[] }) {
    allowed = options.allowed ?? allowed;
  },
  info: () => info,
  setTimeout() {},
  step: (_name: string, body: () => unknown) => body(),
  skip(unless: boolean, why: string) {
    if (unless) context?.skip(why);
  },
  beforeEach: (body: Body) => beforeEach.push({ at: [...titles], body }),
  afterEach: (body: Body) => afterEach.push({ at: [...titles], body }),
  beforeAll,
  afterAll,
});

/** Does nothing, since the driver runs no scripts. */
export async function waitForScripts() {}

/** Sign in with cookies saved from an earlier sign-in, for journeys that begin signed in. */
export async function signInWithCookies(page: Page, who: string) {
  await page.context().addCookies(await cookiesOf(who));
}

/** Sign in with the real sign-in form. */
export const signIn = (page: Page, who: string) => signInAt(page, "", who);

/** Sign in at a site other than the one that all journeys share. */
export async function signInAt(page: Page, site: string, who: string) {
  await page.goto(`${site}/login`);
  await page.getByLabel("Email or phone").fill(`${who}@demo.test`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Choose an option by its text; without script a long list is a plain select. */
export async function chooseOption(page: Page, label: string, option: string) {
  await page.getByLabel(label).selectOption(option);
}
