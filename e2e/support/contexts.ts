import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/**
 * Context methods a test may call that leave nothing behind that `empty` doesn't clear. Any other call spends the
 * context.
 */
const LEAVES_NOTHING = new Set([
  ...["browser", "pages", "isClosed", "newPage", "cookies", "addCookies", "clearCookies", "storageState"],
  ...["close", "waitForEvent", "serviceWorkers", "backgroundPages", "toJSON", "emit"],
  ...["off", "removeListener", "listeners", "rawListeners", "listenerCount", "eventNames", "getMaxListeners"],
]);
/** Listeners that are removed again. */
const LISTENS = new Set(["on", "once", "addListener", "prependListener", "prependOnceListener"]);
/** Other parts of a context that change it, whichever of their methods is called. */
const PARTS = ["clock", "tracing", "credentials"];
/** Maximum number of idle contexts; more would go unused in most tests' memory. */
const MAX_IDLE = 4;

type Listener = Parameters<BrowserContext["off"]>[1];
type Kept = {
  /** Options the context was created with; null if it isn't pooled. */
  kind: string | null;
  isSpent: boolean;
  listeners: [event: string, listener: Listener][];
  /** Playwright's original, whose calls aren't noted. */
  protocol(page: Page): Promise<CDPSession>;
};

/** Every method of an object, including inherited ones. */
function methodsOf(thing: object): string[] {
  const names = new Set<string>();
  for (let target = thing; target && target !== Object.prototype; target = Object.getPrototypeOf(target))
    for (const name of Object.getOwnPropertyNames(target)) names.add(name);
  return [...names].filter(
    (name) =>
      name !== "constructor" && !name.startsWith("_") && typeof Reflect.get(thing, name) === "function",
  );
}

/** Makes a method report each call. */
function noted(thing: object, name: string, note: (...args: unknown[]) => void) {
  const own = Reflect.get(thing, name) as (...args: unknown[]) => unknown;
  Reflect.set(thing, name, (...args: unknown[]) => {
    note(...args);
    return own.apply(thing, args);
  });
}

/**
 * The browser contexts of a worker. A new one begins with a process that knows no script yet, which takes as long as
 * two pages; so a context that a test has left is emptied for the next: its pages, cookies, storage and caches go. If a
 * test did something else to it, went to another site or failed, it is closed instead.
 */
export class Contexts {
  /** Called for each context that a test gets again; the browser reports new ones. */
  watching: ((context: BrowserContext) => void) | undefined;
  #kept = new WeakMap<BrowserContext, Kept>();
  #idle: { kind: string; context: BrowserContext }[] = [];

  constructor(private readonly browser: Browser) {
    // Listen before anyone else does, so that later listeners are known.
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
   * A context with one blank page at most, with the options that `kind` stands for; null returns one that nobody had
   * before.
   */
  async take(kind: string | null, baseURL: string): Promise<BrowserContext> {
    const index = this.#idle.findLastIndex((idle) => idle.kind === kind);
    const [idle] = index < 0 ? [] : this.#idle.splice(index, 1);
    // A response still on its way may have set a cookie after all.
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

  /** Data that another site leaves in the context isn't checked. */
  #watchSite(context: BrowserContext, site: string) {
    const stored = this.#kept.get(context);
    if (!stored?.kind) return;
    const { origin } = new URL(site);
    context.on("response", (response) => {
      const url = response.url();
      if (url.startsWith("http") && !url.startsWith(`${origin}/`)) stored.isSpent = true;
    });
  }

  /** Takes a context back: empties and stores it, or closes it. */
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
    // The new page keeps alive the process of the others, which knows the scripts.
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
