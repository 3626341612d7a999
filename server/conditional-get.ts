/* ETags of pages: a browser that has a page cached gets a 304 as long as nothing has changed. */

import { createHash } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { BrowserCacheState } from "../app/server-entry.server";

/** A page as sent, with the state under which a 304 is allowed. */
type Shown = { tag: string; version: number; until: number; cookies: readonly string[] };

type Options = {
  /**
   * Return a number that differs after every database change, or null if the number is available only from a database
   * server.
   */
  version: () => number | null;
  /** Return the user of a cookie's session, as named in the log; null if there is no session or it has ended. */
  visitor: (cookie: string) => Promise<string | null>;
  /** Headers of a page that a browser may store. */
  headers: Record<string, string>;
  /** True if the site is reached by https alone. */
  secure?: boolean;
  now?: () => number;
  /** Maximum number of remembered pages. Each combination of address and cookies is a separate page. */
  most?: number;
};

/** Pages about money, accounts and the operator, which no cache may store. */
const NEVER_KEPT =
  /^\/(admin|settlements|invoices|i|fuel|profile|company|login|signup|logout|companies|jobs\/\d+\/(money|rates|product-rates|haul-rates))(\/|$)/;

/**
 * Back shows the browser's cached copy without a request, unless the request's cookies have changed (`Vary: Cookie`).
 * Every submission therefore changes a cookie, so that Back never shows a page as it was before the submission.
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

/** Addresses that only programs and scripts use. */
const NO_PAGE = /^\/(api|__manifest)(\/|$)|\.\w+$/;

/**
 * Milliseconds for which texts like "3 minutes ago" and "today" remain correct. A page expires earlier if a quarter
 * hour ends.
 */
const GOOD_MS = 60_000;
const QUARTER_MS = 15 * 60_000;

/** Headers that a 304 omits. The browser's cached page keeps its original headers, whose nonce matches its scripts. */
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
 * Answer a request with an empty 304 if the browser has the page and its content is unchanged (docs/decisions/014). A
 * page's tag is a hash of its content. If the address, the cookies (session, zone, light pages) and the database are
 * unchanged within the minute, the page is known to be unchanged without rendering. Otherwise it is rendered and
 * compared.
 */
export function conditionalGet({
  version,
  visitor,
  headers,
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
    // Read the time and version before rendering, so that a change during rendering counts as a change.
    const [at, seen] = [now(), version()];
    const before = remembered.get(key);
    if (holds && before?.tag === holds && before.version === seen && at < before.until) {
      // If the database is down, render the page, which reports the problem.
      const who = await visitor(cookie).catch(() => null);
      if (who) {
        res.locals.actor = who;
        for (const cookie of before.cookies) res.append("Set-Cookie", cookie);
        return void res
          .status(304)
          .set({ ...headers, ETag: holds })
          .end();
      }
    }
    const shown: BrowserCacheState["shown"] = (tag, cookies) => {
      remembered.delete(key);
      if (seen === null) return;
      const until = Math.min(at + GOOD_MS, (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS);
      remembered.set(key, { tag, version: seen, until, cookies });
      const [oldest] = remembered.keys();
      if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
    };
    // Check the user's name in the log: only names of signed-in people begin with u and a digit.
    const isSignedIn = () => /^u\d/.test(String(res.locals.actor ?? ""));
    res.locals.revisit = { holds, isSignedIn, shown } satisfies BrowserCacheState;
    next();
  };
}
