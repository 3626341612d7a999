import type { Harvest } from "#db/testing/harvest";
import { clearPicked, pickOnPage } from "~/features/selection/selection.server";
import { getBulkRun } from "../bulk.server";

/** Picks these tickets and no other. */
export async function selectTicketsFor(who: Harvest["manager"], ids: number[]) {
  await who.call(clearPicked, { sure: "yes" });
  await who.call(pickOnPage, { shown: ids.join(","), ids });
}

/** What became of each ticket of an act, and why. */
export async function readOutcomes(who: Harvest["manager"], id: number) {
  const { trip_tickets } = await who.call(getBulkRun, { id });
  return Object.fromEntries(trip_tickets.map((t) => [t.trip_ticket_id, [t.outcome, t.reason]]));
}
