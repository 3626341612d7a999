import type { Harvest } from "#db/testing/harvest";
import { clearPicked, pickOnPage } from "../../selection/data/selection.server";
import { getBulkRun } from "../data/bulk.server";

/** Select exactly the given tickets for a user. */
export async function selectTicketsFor(who: Harvest["manager"], ids: number[]) {
  await who.call(clearPicked, { sure: "yes" });
  await who.call(pickOnPage, { shown: ids.join(","), ids });
}

/** Read the outcome of each ticket of a bulk run, with its reason. */
export async function readBulkOutcomes(who: Harvest["manager"], id: number) {
  const { trip_tickets } = await who.call(getBulkRun, { id });
  return Object.fromEntries(trip_tickets.map((t) => [t.trip_ticket_id, [t.outcome, t.reason]]));
}
