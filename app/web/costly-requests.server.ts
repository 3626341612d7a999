import { lazy } from "~/lib/process-state";
import { FairQueue, QueueFullError } from "~/sandbox/fair-line";

/** Requests that use the processor for tens of milliseconds and more: prints, exports, PDFs and whole maps. */
const COSTLY =
  /^\/(map|trip-tickets\/(print|export\/file)|jobs\/\d+\/(map|sheets\/\d+\/print|eudr\/file|owner\/report)|settlements\/(statements|year)\/\d+\/file|invoices\/\d+\/file|i\/[^/]+\/file|production\/file|owner\/[^/]+\/(file|report)|api\/map|api\/jobs\/\d+\/map)\/?$/;

export const isCostly = (path: string): boolean => COSTLY.test(path);

/** Run two at once, one for each account; the rest wait in a queue that is fair between accounts. */
const line = lazy(
  () => new FairQueue({ slots: 2, waitingPerAccount: 12, waiting: 200, waitMs: 30_000, restMs: 0 }),
);

/** Wait for a turn; call the result when the response has been sent. Resolves to null if too many are waiting. */
export async function enterCostlyLine(account: string): Promise<(() => void) | null> {
  try {
    const leave = await line().enter(account);
    return () => leave(false);
  } catch (error) {
    if (error instanceof QueueFullError) return null;
    throw error;
  }
}
