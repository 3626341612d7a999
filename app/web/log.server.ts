import pino from "pino";
import { env } from "./env.server";

const shared = Symbol.for("timbertally.log");
const store = globalThis as { [shared]?: pino.Logger };

store[shared] ??= pino({
  level: env().LOG_LEVEL,
  redact: ["req.headers.cookie", "req.headers.authorization"],
});

/** The process's log: one JSON object a line, shared by the server and the app's build. */
export const log: pino.Logger = store[shared];
