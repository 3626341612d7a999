import type { RequestHandler } from "express";

/** Milliseconds that the database may take to answer. */
const MAX_WAIT_MS = 2_000;

/** /healthz: the process answers. */
export const answerAlive: RequestHandler = (_req, res) => void res.type("text").send("ok");

/** /readyz: the database answers too, so the server may get requests. */
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
