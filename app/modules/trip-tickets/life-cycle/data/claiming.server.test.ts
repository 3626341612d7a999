import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { STATUS } from "../../rules/trip-ticket";
import { getTicketPage } from "../../shared/detail.server";
import { saveTicketBox, updateTicket } from "../../shared/update.server";
import { assignHauler } from "./assignment.server";
import { moveTicket } from "./change-status.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
const standing = async (id: number) => {
  const { status, hauler } = await h.manager.call(getTicketPage, { id });
  return { status, hauled: hauler !== null };
};
const CLAIMED = { status: 1, hauled: true };
const named = () => ({ hauler_company_id: h.ids.hauler.id, hauler_user_id: h.hauler.actor.user?.id });

describe("naming a hauler on an open load", () => {
  const ways = {
    "the edit page": (id: number) => h.manager.call(saveTicketBox, { id, version: 2, ...named() }),
    "a program's edit": (id: number) => h.manager.call(updateTicket, { id, version: 2, ...named() }),
    "a program's assignment": (id: number) =>
      h.manager.call(assignHauler, { trip_ticket_id: id, version: 2, ...named() }),
  };
  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    "%s claims the load for the hauler's company",
    async (way) => {
      for (const status of [STATUS.available, STATUS.inYard]) {
        const id = await h.ticket({ trip_ticket_status_id: status });
        await ways[way](id);
        expect(await standing(id)).toEqual(CLAIMED);
        const { kind } = await catchError(h.second.call(moveTicket, { id, verb: "claim", version: 3 }));
        expect(kind).toBe("notNow");
        const { history } = await h.manager.call(getTicketPage, { id });
        expect(history[0]?.diffs.map((d) => d.field)).toEqual(
          expect.arrayContaining(["Status", "Hauler company", "Driver"]),
        );
      }
    },
  );

  test("naming a hauler is refused for an invalid hauler, and forbidden to anyone but the office", async () => {
    const id = await h.ticket();
    const wrong = h.manager.call(updateTicket, { id, version: 2, hauler_company_id: h.ids.logger.id });
    expect((await catchError(wrong)).refusal.facts.fields).toHaveProperty("hauler_company_id");
    const own = h.hauler.call(updateTicket, { id, version: 2, ...named() });
    expect((await catchError(own)).kind).toBe("forbidden");
    expect(await standing(id)).toEqual({ status: 7, hauled: false });
  });

  test("rejects making a load available again while it has a hauler", async () => {
    const id = await h.ticket({ trip_ticket_status_id: 6 });
    const back = h.manager.call(updateTicket, {
      id,
      version: 2,
      trip_ticket_status_id: 7,
      hauler_company_id: h.ids.hauler.id,
    });
    expect((await catchError(back)).refusal.facts.fields?.hauler_company_id).toEqual([
      "Naming a hauler claims the load: set its status to Claimed.",
    ]);
  });

  test("resending a yard load's unchanged last hauler from a page doesn't claim the load", async () => {
    const id = await h.ticket({ trip_ticket_status_id: 6, hauler_company_id: h.ids.hauler.id });
    const save = { id, version: 2, hauler_company_id: h.ids.hauler.id, truck_number: "12" };
    await h.manager.call(saveTicketBox, save);
    expect(await standing(id)).toEqual({ status: 6, hauled: true });
    await h.manager.call(updateTicket, { id, version: 3, hauler_company_id: h.ids.hauler.id });
    expect(await standing(id)).toEqual(CLAIMED);
  });
});

describe("clearing the hauler", () => {
  test("clearing the hauler releases a claimed load", async () => {
    const id = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
    const none = { hauler_company_id: null, hauler_user_id: h.hauler.actor.user?.id };
    await h.manager.call(saveTicketBox, { id, version: 2, ...none });
    expect(await standing(id)).toEqual({ status: 7, hauled: false });
    await h.second.call(moveTicket, { id, verb: "claim", version: 3 });
  });

  test("clearing the hauler is refused for a load in transit", async () => {
    const id = await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.hauler.id });
    const { refusal } = await catchError(
      h.manager.call(updateTicket, { id, version: 2, hauler_company_id: null }),
    );
    expect(refusal.facts.fields?.hauler_company_id).toEqual([
      "An In Transit load needs a hauler. Name another one instead.",
    ]);
    await h.manager.call(updateTicket, { id, version: 2, hauler_company_id: h.ids.second.id });
    expect(await standing(id)).toEqual({ status: 2, hauled: true });
  });
});
