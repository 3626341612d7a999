import type { RequestHandler } from "express";

/** Maximum milliseconds that the database may take to respond. */
const MAX_WAIT_MS = 2_000;

/** Respond to /healthz: the process is running. */
export const answerAlive: RequestHandler = (_req, res) => void res.type("text").send("ok");

/** Respond to /readyz: the database responds as well, so requests may be sent to this server. */
export const answerReady =
  (isReady: () => Promise<unknown>): RequestHandler =>
  async (_req, res) => {
    const late = new Promise((_, reject) => setTimeout(reject, MAX_WAIT_MS, new Error("late")).unref());
    const ready = await Promise.race([isReady(), late]).then(
      () => true,
      () => false,
    );
    res
      .status(ready ? 200 : 503)
      .type("text")
      .send(ready ? "ready" : "the database does not answer");
  };
