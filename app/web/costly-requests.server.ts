import { lazy } from "~/lib/process-state";
import { FairQueue, QueueFullError } from "~/sandbox/fair-line";

/** Paths of requests that use tens of milliseconds of processor time or more: prints, exports, PDFs and whole maps. */
const COSTLY =
  /^\/(map|trip-tickets\/(print|export\/file)|jobs\/\d+\/(map|sheets\/\d+\/print|eudr\/file|owner\/report)|settlements\/(statements|year)\/\d+\/file|invoices\/\d+\/file|i\/[^/]+\/file|production\/file|owner\/[^/]+\/(file|report)|api\/map|api\/jobs\/\d+\/map)\/?$/;

export const isCostlyRequest = (path: string): boolean => COSTLY.test(path);

/**
 * Run at most two costly requests at once, and one per account. Other requests wait in a queue that is fair between
 * accounts.
 */
const line = lazy(
  () => new FairQueue({ slots: 2, waitingPerAccount: 12, waiting: 200, waitMs: 30_000, restMs: 0 }),
);

/** Wait for a turn. Resolves to a function to call after the response has been sent, or to null if too many are waiting. */
export async function waitForCostlySlot(account: string): Promise<(() => void) | null> {
  try {
    const leave = await line().enter(account);
    return () => leave(false);
  } catch (error) {
    if (error instanceof QueueFullError) return null;
    throw error;
  }
}
