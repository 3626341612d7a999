import pino from "pino";
import { logLevel } from "./env.server";

/** The process's log: one JSON object a line. */
export const log: pino.Logger = pino({
  level: logLevel(),
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
