import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "pino";

const SECRET_PARAMS = /([?&](?:sig|token)=)[^&]*/g;

/** Gives every request an id (a sane one of a proxy's is kept) and writes one line about it when it is answered. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get("X-Request-Id");
    const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    res.locals.requestId = id;
    res.set("X-Request-Id", id);
    const start = performance.now();
    res.on("finish", () => {
      const ms = Math.round((performance.now() - start) * 10) / 10;
      const path = req.originalUrl.replace(SECRET_PARAMS, "$1…").replace(/^(\/invite\/)[^/?]+/, "$1…");
      const line = {
        id,
        method: req.method,
        path,
        status: res.statusCode,
        ms,
        bytes: Number(res.get("Content-Length") ?? 0),
      };
      if (res.statusCode >= 500) log.error(line, "request");
      else log.info(line, "request");
    });
    next();
  };
}
