import type { Server, ServerResponse } from "node:http";
import { setImmediate, setTimeout } from "node:timers/promises";
import { callPeriodically } from "../app/lib/time/watch";

/** Milliseconds for reading requests that were sent before the stop. */
const ARRIVING_MS = 250;

/**
 * Return a function that stops a server gracefully within `patience` milliseconds, and returns true if all responses
 * were sent. Requests in progress or just arriving get complete responses with `Connection: close`, so that no client
 * sends another request on a closing connection.
 */
export function createGracefulStop(http: Server): (patience: number) => Promise<boolean> {
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
    // At this point data from all sockets has just been read, so an idle connection has no unread data.
    await setImmediate();
    const closed = new Promise<true>((resolve) => http.close(() => resolve(true)));
    // A kept-alive connection becomes idle again after its last response, and must be closed here.
    const stopClosing = callPeriodically(
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
