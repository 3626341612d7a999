import pino from "pino";
import { env } from "./env.server";

/** The process's log: one JSON object a line. */
export const log: pino.Logger = pino({
  level: env().LOG_LEVEL,
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
