import type { Server, ServerResponse } from "node:http";
import { setImmediate, setTimeout } from "node:timers/promises";
import { pollWhileVisible } from "../app/lib/time/watch";

/** Milliseconds for reading requests that were sent when the server was told to stop. */
const ARRIVING_MS = 250;

/**
 * Return a function that stops a server gracefully, within a patience in milliseconds; true if all responses were sent.
 * Requests in flight, and those just arriving, are answered in full with `Connection: close`, so that no client sends
 * another one on a connection that is about to end.
 */
export function gracefulStop(http: Server): (patience: number) => Promise<boolean> {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  const endAfter = (res: ServerResponse) => void (res.headersSent || res.setHeader("Connection", "close"));
  http.prependListener("request", (_req, res) => {
    underWay.add(res);
    res.once("close", () => underWay.delete(res));
    if (stopping) endAfter(res);
  });
  return async (patience) => {
    stopping = true;
    for (const res of underWay) endAfter(res);
    await setTimeout(ARRIVING_MS);
    // Runs right after sockets were read: a connection that is idle then has nothing waiting to be read.
    await setImmediate();
    const closed = new Promise<true>((resolve) => http.close(() => resolve(true)));
    // A kept-alive connection falls idle again after its last answer, and nobody else closes it.
    const stopClosing = pollWhileVisible(
      () => void setImmediate().then(() => http.closeIdleConnections()),
      100,
    );
    const waiting = new AbortController();
    const ended = setTimeout(patience, false, { signal: waiting.signal }).catch(() => false);
    const all = await Promise.race([closed, ended]);
    stopClosing();
    waiting.abort();
    if (!all) http.closeAllConnections();
    return all;
  };
}
