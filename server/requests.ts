/* Ids and log lines of requests; old addresses. */

import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { redactUrlSecrets } from "../app/lib/text/masked";

/** Redirect a call whose job or ticket id is missing, like /api/jobs//comments, to id 0, which doesn't exist. */
export const redirectLegacyIds: RequestHandler = (req, res, next) => {
  const [, kind, rest] = /^\/api\/(jobs|trip-tickets)\/\/([\w-]+(?:\?.*)?)$/.exec(req.originalUrl) ?? [];
  if (kind) res.redirect(308, `/api/${kind}/0/${rest}`);
  else next();
};

/**
 * Assign every request an id (or reuse a valid id from a proxy), and log one line when the response is sent or the
 * caller disconnects early.
 */
export function logRequests(log: Pick<Logger, "info" | "error">): RequestHandler {
  return (req, res, next) => {
    const input = req.get("X-Request-Id");
    const id = input && /^[\w-]{8,64}$/.test(input) ? input : randomUUID();
    res.locals.requestId = id;
    res.set("X-Request-Id", id);
    const start = performance.now();
    const sentBefore = req.socket.bytesWritten;
    res.on("close", () => {
      const answered = res.writableFinished;
      const line = {
        id,
        method: req.method,
        path: redactUrlSecrets(req.originalUrl),
        status: answered ? res.statusCode : 499,
        actor: res.locals.actor,
        ms: Math.round((performance.now() - start) * 10) / 10,
        // Bytes sent on the wire, including headers.
        bytes: req.socket.bytesWritten - sentBefore,
      };
      if (answered && res.statusCode >= 500) log.error(line, "request");
      else log.info(line, "request");
    });
    next();
  };
}
