import { openContext, type RouteArgs } from "./context.server";
import { countTry } from "./rate-limit.server";
import { asPage } from "./respond.server";

/** Counts a try for a page; past the limit the page says when to come back (429). */
export async function limited(args: RouteArgs, limit: number, ...buckets: string[]) {
  const { db, now } = await openContext(args);
  try {
    await countTry(db, now, limit, ...buckets);
  } catch (error) {
    throw asPage(error);
  }
}
