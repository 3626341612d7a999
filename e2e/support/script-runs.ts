import { appendFileSync } from "node:fs";
import { type BrowserContext, type CDPSession, type Page, test } from "@playwright/test";
import { Contexts } from "./contexts";

/** What one journey did with scripts in one context: read by `scripts/script-runs.ts`, which names the file in `SCRIPT_RUNS`. */
export type ScriptRun = {
  file: string;
  title: string;
  passed: boolean;
  /** Milliseconds since the context was taken. */
  took: number;
  /** Paths to which a script posted, with ids as `:id`. */
  posted: string[];
  /** By script file: which pieces of `PIECE` characters ran. */
  ran: Record<string, number[]>;
};

/** So small that a branch of its own is a piece of its own, mostly. */
const PIECE = 8;

/** A path without what differs from one load, company or code to the next. */
const patternOf = (url: string) =>
  new URL(url).pathname.replace(
    /\/(\d+|[A-Z]{2,5}-\d+|[A-Z0-9]{4}(-[A-Z0-9]{4})+|[\w-]{20,})(?=\/|$)/g,
    "/:id",
  );

type Coverage = Awaited<ReturnType<typeof Counting.prototype.take>>;
class Counting {
  constructor(
    private readonly protocol: CDPSession,
    readonly posted: Set<string>,
  ) {}

  /** Which pieces ran since the page was there, by script. */
  async take() {
    const { result } = await this.protocol.send("Profiler.takePreciseCoverage");
    const ran = new Map<string, Set<number>>();
    for (const { url, functions } of result) {
      if (!/^https?:.*\/assets\/.*\.js$/.test(url)) continue;
      const ranges = functions.flatMap((one) => one.ranges);
      const counts = new Uint8Array(Math.max(...ranges.map(({ endOffset }) => endOffset)));
      // What lies within another range comes after it.
      for (const { startOffset, endOffset, count } of ranges)
        counts.fill(count ? 1 : 0, startOffset, endOffset);
      const path = new URL(url).pathname;
      const pieces = ran.get(path) ?? new Set();
      ran.set(path, pieces);
      for (const [at, count] of counts.entries()) if (count) pieces.add(Math.floor(at / PIECE));
    }
    return ran;
  }
}

/** Contexts that tell which scripts a test runs in them. It takes a third more time, and no context is used twice. */
export class CountingContexts extends Contexts {
  #counted = new Map<Page, Counting>();
  #begun = new Map<BrowserContext, number>();

  override async take(kind: string | null, baseURL: string) {
    const context = await super.take(kind, baseURL);
    this.#begun.set(context, Date.now());
    await this.#count(context.pages()[0] ?? (await context.newPage()));
    context.on("page", (page) => this.#count(page).catch(() => {}));
    return context;
  }

  async #count(page: Page) {
    if (this.#counted.has(page)) return;
    const protocol = await page.context().newCDPSession(page);
    const counting = new Counting(protocol, new Set());
    this.#counted.set(page, counting);
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.resourceType() !== "document")
        counting.posted.add(patternOf(request.url()));
    });
    await protocol.send("Profiler.enable");
    await protocol.send("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
  }

  override async giveBack(context: BrowserContext, site: string, isGood: boolean) {
    const info = test.info();
    const run: ScriptRun = {
      file: info.file.split("/").pop() ?? "",
      title: info.titlePath.slice(1).join(" "),
      passed: isGood,
      took: Date.now() - (this.#begun.get(context) ?? Date.now()),
      posted: [],
      ran: {},
    };
    for (const page of context.pages()) {
      const counting = this.#counted.get(page);
      const ran: Coverage = (await counting?.take().catch(() => undefined)) ?? new Map();
      for (const [path, pieces] of ran) run.ran[path] = [...new Set([...(run.ran[path] ?? []), ...pieces])];
      run.posted.push(...(counting?.posted ?? []));
    }
    appendFileSync(process.env.SCRIPT_RUNS ?? "", `${JSON.stringify(run)}\n`);
    await super.giveBack(context, site, false);
  }
}
