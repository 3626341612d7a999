/* Fair queue for requests that use much processor time. */

import type { RequestHandler } from "express";
import { sendError } from "./request-guards";

type Options = {
  /** Return true if a request for this path uses much processor time. */
  isCostly: (path: string) => boolean;
  /** Wait for a turn and return a function that ends it; null if too many requests are waiting. */
  enter: (account: string) => Promise<(() => void) | null>;
  /** Return the user of a cookie's session; null if there is none. */
  visitor: (cookie: string) => Promise<string | null>;
};

/**
 * Limit the costly requests that are processed at once per account, and queue the others fairly, so that one account
 * can't delay everyone. An account is the session's user and company, an API key, or otherwise the network address.
 */
export function limitCostlyRequests({ isCostly, enter, visitor }: Options): RequestHandler {
  return async (req, res, next) => {
    if (!isCostly(req.path)) return next();
    const key = req.get("Authorization") ?? req.get("X-Client-Key");
    const cookie = req.get("Cookie");
    const person = !key && cookie ? await visitor(cookie).catch(() => null) : null;
    const leave = await enter(key ?? person ?? `address ${req.ip}`);
    if (!leave) {
      res.set("Retry-After", "10");
      return sendError(
        req,
        res,
        429,
        "Too many of your prints, files or maps are being made. Try again in a few seconds.",
      );
    }
    // The client may have disconnected while waiting.
    if (res.closed) return leave();
    res.once("close", leave);
    next();
  };
}
