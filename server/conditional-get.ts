/* ETags of pages: a browser that holds a page is answered 304 while nothing has changed. */

import { createHash } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { Revisit } from "../app/server-entry.server";

/** A page as answered, with the state under which a 304 is allowed. */
type Shown = { tag: string; version: number; until: number; cookies: readonly string[] };

type Options = {
  /** A number that differs after every change in the database; null if only a server would know it. */
  version: () => number | null;
  /** User of a cookie's session, as written in the log; null if it belongs to nobody or has ended. */
  visitor: (cookie: string) => Promise<string | null>;
  /** Headers of a page that a browser may store. */
  headers: Record<string, string>;
  /** True if the site is reached by https alone. */
  secure?: boolean;
  now?: () => number;
  /** Maximum number of pages to remember, each by its address and cookies. */
  most?: number;
};

/** Pages about money, accounts and the operator are not stored in any cache. */
const NEVER_KEPT =
  /^\/(admin|settlements|invoices|i|fuel|profile|company|login|signup|logout|companies|jobs\/\d+\/(money|rates|product-rates|haul-rates))(\/|$)/;

/**
 * Back shows a browser's copy without a request, unless the cookies it was requested with have changed (`Vary:
 * Cookie`). So every submission changes a cookie, and no page from before it is shown as if nothing had been sent.
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

/** Time for which texts like "3 minutes ago" and "today" hold, but at most until the next quarter of an hour. */
const GOOD_MS = 60_000;
const QUARTER_MS = 15 * 60_000;

/** Headers that a 304 leaves out: the copy in the browser keeps its own, whose nonce is that of its scripts. */
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
 * Answer a request with an empty 304 if the browser holds the page and its content is unchanged (docs/decisions/014). A
 * page's tag is a hash of the page. It is known to be unchanged without rendering it if the address and the cookies
 * (session, zone, light pages) are the same and nothing in the database has changed, within the minute. Otherwise the
 * page is rendered and compared.
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
    // Read before the page is rendered, so that a change during rendering counts as a change.
    const [at, seen] = [now(), version()];
    const before = remembered.get(key);
    if (holds && before?.tag === holds && before.version === seen && at < before.until) {
      // If the database is down, the page itself says so.
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
    const shown: Revisit["shown"] = (tag, cookies) => {
      remembered.delete(key);
      if (seen === null) return;
      const until = Math.min(at + GOOD_MS, (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS);
      remembered.set(key, { tag, version: seen, until, cookies });
      const [oldest] = remembered.keys();
      if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
    };
    // Check the log's name for the actor: only people begin with a u.
    const isSignedIn = () => /^u\d/.test(String(res.locals.actor ?? ""));
    res.locals.revisit = { holds, isSignedIn, shown } satisfies Revisit;
    next();
  };
}
