import { madeOnce } from "#db/outliving";
import { FairLine, LineFull } from "~/isolated/fair-line";

/** Requests that hold the processor for tens of milliseconds and more: prints, exports, PDFs and whole maps. */
const COSTLY =
  /^\/(map|trip-tickets\/(print|export\/file)|jobs\/\d+\/(map|sheets\/\d+\/print|eudr\/file|owner\/report)|settlements\/(statements|year)\/\d+\/file|invoices\/\d+\/file|i\/[^/]+\/file|production\/file|owner\/[^/]+\/(file|report)|api\/map|api\/jobs\/\d+\/map)\/?$/;

export const isCostly = (path: string): boolean => COSTLY.test(path);

/** Two run at once, one for each account; the rest wait in a line that is fair between accounts. */
const line = madeOnce(
  () => new FairLine({ slots: 2, waitingPerAccount: 12, waiting: 200, waitMs: 30_000, restMs: 0 }),
);

/** Wait for a turn; call the result when the answer has been sent. Resolves to null if too many are waiting. */
export async function enterCostlyLine(account: string): Promise<(() => void) | null> {
  try {
    const leave = await line().enter(account);
    return () => leave(false);
  } catch (error) {
    if (error instanceof LineFull) return null;
    throw error;
  }
}
