/* A fair queue for requests that hold the processor. */

import type { RequestHandler } from "express";
import { sendError } from "./request-guards";

type Options = {
  /** Whether a request for this path holds the processor for long. */
  isCostly: (path: string) => boolean;
  /** Wait for a turn; null if too many are waiting already. */
  enter: (account: string) => Promise<(() => void) | null>;
  /** Return whose session a cookie names; null if nobody's. */
  visitor: (cookie: string) => Promise<string | null>;
};

/**
 * Limit costly requests in flight per account, and queue them fairly, so that one account can't hold up everybody. An account is
 * the session's person and company, an API key, or else the network address.
 */
export function costlyRequests({ isCostly, enter, visitor }: Options): RequestHandler {
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
    // The caller may have left while it waited.
    if (res.closed) return leave();
    res.once("close", leave);
    next();
  };
}
