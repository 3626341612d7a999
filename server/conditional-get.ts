import { createHash } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { Revisit } from "../app/server-entry.server";

/** A page as it was answered with: when what it says may be told again unseen. */
type Shown = { tag: string; version: number; until: number; cookies: readonly string[] };

type Options = {
  /** A number that is another one after every change in the database; null where only a server would know. */
  version: () => number | null;
  /** Who the session of a cookie is, in the log's words; null where it is nobody's, or has ended. */
  visitor: (cookie: string) => Promise<string | null>;
  /** The headers of a page that a browser may keep. */
  kept: Record<string, string>;
  /** Whether the site is reached by https alone. */
  secure?: boolean;
  now?: () => number;
  /** How many pages are remembered, each by its address and cookies. */
  most?: number;
};

/** Pages of money, of accounts and of the operator stay in no cache at all. */
const NEVER_KEPT =
  /^\/(admin|settlements|invoices|i|fuel|profile|company|login|signup|logout|companies|jobs\/\d+\/(money|rates|product-rates|haul-rates))(\/|$)/;

/**
 * Back shows a browser's copy without asking, unless what the copy was asked with has changed (`Vary: Cookie`). So
 * everything that is sent changes a cookie, and no page from before it is shown as if nothing had been sent.
 */
function markSent(res: Response, secure: boolean, now: number) {
  const writeHead = res.writeHead;
  res.writeHead = (...args: unknown[]) => {
    if (res.statusCode < 400)
      res.append(
        "Set-Cookie",
        `tt_sent=${now.toString(36)}; Path=/; Max-Age=86400; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`,
      );
    return Reflect.apply(writeHead, res, args);
  };
}

/** What only programs and scripts ask for. */
const NO_PAGE = /^\/(api|__manifest)(\/|$)|\.\w+$/;

/** Words like "3 minutes ago" and "today" are good for so long, and no longer than to the next quarter of an hour. */
const GOOD_MS = 60_000;
const QUARTER_MS = 15 * 60_000;

/** What a 304 leaves out: the copy in the browser keeps its own, whose nonce is that of its scripts. */
const OF_THE_COPY = [
  "Content-Security-Policy",
  "Cross-Origin-Opener-Policy",
  "Cross-Origin-Resource-Policy",
  "Origin-Agent-Cluster",
  "Referrer-Policy",
  "X-Content-Type-Options",
  "X-DNS-Prefetch-Control",
  "X-Download-Options",
  "X-Frame-Options",
  "X-Permitted-Cross-Domain-Policies",
  "X-XSS-Protection",
];

/**
 * Pages that a browser holds and that say what they would say now are answered with 304 and nothing else (docs/decisions/014).
 * A page's tag is a hash of the page. Whether it is still the same is known without making it: the same address, asked
 * with the same cookies (session, zone, light pages), of a database in which nothing has changed, within the minute.
 * Otherwise the page is made, and compared.
 */
export function conditionalGet({
  version,
  visitor,
  kept,
  secure = false,
  now = Date.now,
  most = 5_000,
}: Options): RequestHandler {
  const remembered = new Map<string, Shown>();
  return async (req, res, next) => {
    if (req.method === "POST" && !NO_PAGE.test(req.path)) markSent(res, secure, now());
    const isPage = (req.method === "GET" || req.method === "HEAD") && !NO_PAGE.test(req.path);
    if (!isPage || NEVER_KEPT.test(req.path)) return next();
    const writeHead = res.writeHead;
    res.writeHead = (...args: unknown[]) => {
      if (args[0] === 304) for (const name of OF_THE_COPY) res.removeHeader(name);
      return Reflect.apply(writeHead, res, args);
    };
    const cookie = req.get("Cookie") ?? "";
    const requests = [req.originalUrl, cookie, req.get("Save-Data") ?? "", String(res.locals.updating)];
    const key = createHash("sha256").update(JSON.stringify(requests)).digest("base64url");
    const holds = req.get("If-None-Match") ?? null;
    // Read before the page is made: what changes while it is made counts as a change.
    const [at, seen] = [now(), version()];
    const before = remembered.get(key);
    if (holds && before?.tag === holds && before.version === seen && at < before.until) {
      // Where the database is away the page itself says so.
      const who = await visitor(cookie).catch(() => null);
      if (who) {
        res.locals.actor = who;
        for (const cookie of before.cookies) res.append("Set-Cookie", cookie);
        return void res
          .status(304)
          .set({ ...kept, ETag: holds })
          .end();
      }
    }
    const shown: Revisit["shown"] = (tag, cookies) => {
      remembered.delete(key);
      if (seen === null) return;
      const until = Math.min(at + GOOD_MS, (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS);
      remembered.set(key, { tag, version: seen, until, cookies });
      const [oldest] = remembered.keys();
      if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
    };
    // What the log calls the one who acts: only people begin with a u.
    const isSignedIn = () => /^u\d/.test(String(res.locals.actor ?? ""));
    res.locals.revisit = { holds, isSignedIn, shown } satisfies Revisit;
    next();
  };
}
