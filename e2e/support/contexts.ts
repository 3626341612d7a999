import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/**
 * Context methods that a test may call without making the context unusable for other tests: `empty` clears everything
 * that they change.
 */
const LEAVES_NOTHING = new Set([
  ...["browser", "pages", "isClosed", "newPage", "cookies", "addCookies", "clearCookies", "storageState"],
  ...["close", "waitForEvent", "serviceWorkers", "backgroundPages", "toJSON", "emit"],
  ...["off", "removeListener", "listeners", "rawListeners", "listenerCount", "eventNames", "getMaxListeners"],
]);
/** Methods that add listeners; the added listeners are removed after the test. */
const LISTENS = new Set(["on", "once", "addListener", "prependListener", "prependOnceListener"]);
/** Other parts of a context: calling any of their methods makes the context unusable for other tests. */
const PARTS = ["clock", "tracing", "credentials"];
/** Maximum number of idle contexts. More contexts would use memory and rarely be reused. */
const MAX_IDLE = 4;

type Listener = Parameters<BrowserContext["off"]>[1];
type Kept = {
  /** Options the context was created with; null if it isn't pooled. */
  kind: string | null;
  isSpent: boolean;
  listeners: [event: string, listener: Listener][];
  /** Playwright's original method, whose calls aren't recorded. */
  protocol(page: Page): Promise<CDPSession>;
};

/** Return the names of an object's methods, including inherited ones. */
function methodsOf(thing: object): string[] {
  const names = new Set<string>();
  for (let target = thing; target && target !== Object.prototype; target = Object.getPrototypeOf(target))
    for (const name of Object.getOwnPropertyNames(target)) names.add(name);
  return [...names].filter(
    (name) =>
      name !== "constructor" && !name.startsWith("_") && typeof Reflect.get(thing, name) === "function",
  );
}

/** Wrap a method so that each call is reported. */
function noted(thing: object, name: string, note: (...args: unknown[]) => void) {
  const own = Reflect.get(thing, name) as (...args: unknown[]) => unknown;
  Reflect.set(thing, name, (...args: unknown[]) => {
    note(...args);
    return own.apply(thing, args);
  });
}

/**
 * Pool of a worker's browser contexts. A new context starts a process with no compiled scripts, which costs as much
 * time as two pages. Therefore a context is emptied after its test and reused: its pages, cookies, storage and caches
 * are deleted. If a test changed anything else, opened another site or failed, the context is closed instead.
 */
export class ContextPool {
  /** Called for each context that is reused; the browser itself reports new ones. */
  watching: ((context: BrowserContext) => void) | undefined;
  #kept = new WeakMap<BrowserContext, Kept>();
  #idle: { kind: string; context: BrowserContext }[] = [];

  constructor(private readonly browser: Browser) {
    // Add this listener before other code adds listeners, so that those are recorded.
    browser.on("context", (context) => this.#note(context));
  }

  #note(context: BrowserContext) {
    const stored: Kept = {
      kind: null,
      isSpent: false,
      listeners: [],
      protocol: context.newCDPSession.bind(context),
    };
    this.#kept.set(context, stored);
    const spend = () => {
      stored.isSpent = true;
    };
    for (const name of methodsOf(context)) {
      if (LISTENS.has(name))
        noted(context, name, (event, listener) =>
          stored.listeners.push([event as string, listener as Listener]),
        );
      else if (!LEAVES_NOTHING.has(name)) noted(context, name, spend);
    }
    for (const part of PARTS) {
      const thing = Reflect.get(context, part);
      for (const name of methodsOf(thing)) noted(thing, name, spend);
    }
  }

  /**
   * Return a context with at most one blank page and the options that `kind` identifies; for null, a new context that
   * is never reused.
   */
  async take(kind: string | null, baseURL: string): Promise<BrowserContext> {
    const index = this.#idle.findLastIndex((idle) => idle.kind === kind);
    const [idle] = index < 0 ? [] : this.#idle.splice(index, 1);
    // A late response may have set a cookie since the context was emptied.
    if (idle && !this.#kept.get(idle.context)?.isSpent && !(await idle.context.cookies()).length) {
      this.#watchSite(idle.context, baseURL);
      this.watching?.(idle.context);
      return idle.context;
    }
    await idle?.context.close();
    const context = await this.browser.newContext({ baseURL });
    const stored = this.#kept.get(context);
    if (stored) stored.kind = kind;
    this.#watchSite(context, baseURL);
    return context;
  }

  /** Mark the context as unusable if it opens another site, whose data isn't deleted. */
  #watchSite(context: BrowserContext, site: string) {
    const stored = this.#kept.get(context);
    if (!stored?.kind) return;
    const { origin } = new URL(site);
    context.on("response", (response) => {
      const url = response.url();
      if (url.startsWith("http") && !url.startsWith(`${origin}/`)) stored.isSpent = true;
    });
  }

  /** Return a context to the pool: empty it and store it, or close it. */
  async giveBack(context: BrowserContext, site: string, isGood: boolean) {
    const stored = this.#kept.get(context);
    if (context.isClosed()) return;
    if (!isGood || !stored?.kind || stored.isSpent) return context.close();
    await this.#empty(context, stored, new URL(site).origin);
    this.#idle.push({ kind: stored.kind, context });
    if (this.#idle.length > MAX_IDLE) await this.#idle.shift()?.context.close();
  }

  async #empty(context: BrowserContext, stored: Kept, origin: string) {
    const left = context.pages();
    // Open the new page before closing the old ones, so that the process with the compiled scripts keeps running.
    const page = await context.newPage();
    await Promise.all(left.map((page) => page.close()));
    for (const [event, listener] of stored.listeners.splice(0))
      context.off(event as "page", listener as never);
    const protocol = await stored.protocol(page);
    await Promise.all([
      context.clearCookies(),
      protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
      protocol.send("Network.clearBrowserCache"),
    ]);
    await protocol.detach();
  }

  async close() {
    for (const { context } of this.#idle.splice(0)) await context.close();
  }
}
