import pino from "pino";
import { getLogLevel } from "./env.server";

/** The process's log: one JSON object per line. */
export const log: pino.Logger = pino({
  level: getLogLevel(),
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
