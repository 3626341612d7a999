/* Replicas that catch up with the user's own writes before they respond. */

import type { RequestHandler } from "express";
import type { Freshness, LastWrite } from "#db/database";

const COOKIE = "tt_written";
const KEPT_SECONDS = 86_400;

/**
 * Ensure that users see their own writes on any server. A cookie identifies the session's last write, and a server
 * whose replica lacks that write catches up before it responds. If catching up takes too long, the server responds with
 * the data it has and sets `res.locals.updating`.
 */
export function readYourWrites(freshness: Freshness | null, secure: boolean): RequestHandler {
  return async (req, res, next) => {
    res.locals.updating = false;
    if (!freshness) return next();
    const wrote: LastWrite = { mark: null };
    const writeHead = res.writeHead;
    res.writeHead = (...args: unknown[]) => {
      if (wrote.mark)
        res.append(
          "Set-Cookie",
          `${COOKIE}=${wrote.mark}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`,
        );
      return Reflect.apply(writeHead, res, args);
    };
    const mark = new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w.]{1,64})`).exec(req.get("Cookie") ?? "")?.[1];
    if (mark) res.locals.updating = !(await freshness.reached(mark));
    freshness.during(wrote, next);
  };
}
