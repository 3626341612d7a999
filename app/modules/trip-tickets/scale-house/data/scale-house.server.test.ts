import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeTicket, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { verifyChain } from "~/modules/history/shared/history.server";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { getTicketPage } from "../../shared/detail.server";
import { getScaleHouse } from "./page.server";
import { getReceipt } from "./receipt.server";
import { receiveLoad, rejectLoad } from "./receive.server";
import { undoReceipt } from "./undo-receipt.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString();
/** A load on the road to the mill, in the truck with this plate. */
const coming = (values: Parameters<Harvest["ticket"]>[0] = {}) =>
  h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: h.hauler.actor.user?.id,
    picked_up_at: minutesAgo(38),
    ...values,
  });
const rowOf = async (id: number) => {
  const { rows } = await db.client.execute({ sql: "SELECT * FROM trip_ticket WHERE id = ?", args: [id] });
  const [row] = rows;
  if (!row) throw new Error(`no ticket ${id}`);
  return row;
};
const numberOf = async (id: number) => String((await rowOf(id)).trip_ticket_number);
const house = (load?: string) => h.mill.call(getScaleHouse, load ? { load } : {});

describe("A load at the scale house", () => {
  test("the load is received, scaled and completed at once, with people and times", async () => {
    const id = await coming({ truck_plate: "4T 1182", estimated_wood_unit_type_id: 2 });
    const load = await numberOf(id);
    expect((await house()).coming.find((row) => row.id === id)).toMatchObject({ since: "38 min ago" });
    const { card } = await house(load);
    expect(card).toMatchObject({ id, unit_words: "tons", last_tare: null, note: null });
    await h.mill.call(receiveLoad, {
      load,
      gross: "ST,GS,+ 098180lb",
      tare: "32,000",
      scale_ticket_number: "G1",
    });
    const row = await rowOf(id);
    const me = h.mill.actor.user?.id;
    expect(row).toMatchObject({
      trip_ticket_status_id: 3,
      gross_pounds: 98_180,
      tare_pounds: 32_000,
      net_pounds: 66_180,
      scaled_volume: 33_090,
      scaled_wood_unit_type_id: 2,
      scale_ticket_number: "G1",
      scaler_user_id: me,
      receiver_user_id: me,
    });
    for (const time of ["received_at", "scaled_at", "dropped_off_at"]) expect(row[time]).toBeTruthy();
    const { coming: queue, latest, totals } = await house();
    expect(queue.map((r) => r.id)).not.toContain(id);
    expect(latest[0]).toMatchObject({ id, volume: "33.09 tons", may_undo: true });
    // All latest loads are from today, as the heading states.
    expect(latest[0]?.at.text).toMatch(/^\d{1,2}:\d\d [AP]M$/);
    expect(totals).toHaveLength(1);
    expect(totals[0]).toMatchObject({ loads: 1, volume: "33.09 tons", net: "66,180 lb" });
    const page = await h.mill.call(getTicketPage, { id });
    expect(page.history[0]).toMatchObject({ content: "At the scale house" });
    const subject = { uid: String(row.uid), jobId: Number(row.job_id), ticketId: id };
    expect(await verifyChain(db.read, subject)).toBe(true);
    expect(await h.hauler.call(getReceipt, { id })).toMatchObject({ net: "66,180 lb", volume: "33.09 tons" });
  });

  test("the load can be restored by anyone at the scale, as long as nothing else has changed", async () => {
    const id = await coming({ gross_pounds: 90_000 });
    const before = await rowOf(id);
    await h.mill.call(receiveLoad, { load: await numberOf(id), gross: "91000", tare: "30000" });
    const clerk = await actAs(db, await makeUser(db, {}, [h.ids.mill.admins]), h.ids.mill.id);
    expect((await catchError(h.hauler.call(undoReceipt, { id, version: 3 }))).kind).toBe("notNow");
    const late = await actAs(
      db,
      h.mill.actor.user?.id ?? 0,
      h.ids.mill.id,
      () => new Date(Date.now() + 13 * 3_600_000),
    );
    expect((await catchError(late.call(undoReceipt, { id, version: 3 }))).kind).toBe("notNow");
    // A gross weight without an earlier history entry can't be restored.
    expect((await catchError(clerk.call(undoReceipt, { id, version: 3 }))).kind).toBe("notNow");
    const other = await coming();
    await h.mill.call(receiveLoad, { load: await numberOf(other), gross: "91000" });
    await h.mill.call(receiveLoad, { load: await numberOf(other), tare: "30000" });
    await clerk.call(undoReceipt, { id: other, version: 4 });
    expect(await rowOf(other)).toMatchObject({ gross_pounds: 91_000, tare_pounds: null, net_pounds: null });
    expect((await catchError(clerk.call(undoReceipt, { id: other, version: 5 }))).kind).toBe("notNow");
    const third = await coming();
    const was = await rowOf(third);
    await h.mill.call(receiveLoad, { load: await numberOf(third), gross: "91000", tare: "30000" });
    // A receipt that could be undone can't be undone any more when the shift ends.
    expect((await catchError(late.call(undoReceipt, { id: third, version: 3 }))).kind).toBe("notNow");
    await clerk.call(undoReceipt, { id: third, version: 3 });
    const now = await rowOf(third);
    for (const column of Object.keys(was))
      if (!["version", "last_modified_at"].includes(column))
        expect([column, now[column]]).toEqual([column, was[column]]);
    expect(before.gross_pounds).toBe(90_000);
  });

  test("the load is found by its number, load number, scale ticket, truck and the code on its paper", async () => {
    const id = await coming({ truck_plate: "BK 2093", truck_number: "T-77", scale_ticket_number: "Q555" });
    const row = await rowOf(id);
    const ways = [
      `#${row.trip_ticket_number}`,
      "q555",
      "bk2093",
      "t 77",
      `https://tickets.example/trip-tickets/${id}?sig=k1.abc`,
    ];
    for (const way of ways) expect([way, (await house(way)).card?.id]).toEqual([way, id]);
    const match = await house(String(row.load_number));
    expect([match.card?.id, ...match.choices.map((c) => c.id)]).toContain(id);
    expect((await house("/sheets/3?sig=x")).problem).toMatch(/blank sheet/);
    expect((await house("no such thing")).problem).toMatch(/couldn't find/);
  });

  test("the clerk chooses if several loads match, and the chosen load is received", async () => {
    const [a, b] = [await coming({ truck_plate: "ZZ 1" }), await coming({ truck_plate: "ZZ 1" })];
    const { card, choices } = await house("ZZ1");
    expect([card, choices.map((c) => c.id).sort()]).toEqual([null, [a, b].sort()]);
    expect(new Set(choices.map((c) => c.job)).size).toBe(1);
    expect(choices[0]?.job).toBe((await h.mill.call(getReceipt, { id: a })).job);
    const { refusal } = await catchError(h.mill.call(receiveLoad, { load: "ZZ1", gross: "80000" }));
    expect(refusal.facts.fields?.load?.[0]).toMatch(/choose/);
    await h.mill.call(receiveLoad, {
      load: "ZZ1",
      ticket_id: b,
      ticket_for: "ZZ1",
      gross: "80000",
      tare: "30000",
    });
    expect([(await rowOf(a)).received_at, (await rowOf(b)).net_pounds]).toEqual([null, 50_000]);
    // A load chosen for another text is ignored.
    const load = await numberOf(a);
    await h.mill.call(receiveLoad, { load, ticket_id: b, ticket_for: "ZZ1", gross: "81000", tare: "30000" });
    expect((await rowOf(a)).net_pounds).toBe(51_000);
  });

  test("the load is weighed in and out, and the truck's last tare is offered with its date", async () => {
    const id = await coming({ truck_plate: "LG 5518" });
    const load = await numberOf(id);
    await h.mill.call(receiveLoad, { load, gross: "90000" });
    expect((await house()).waiting.find((row) => row.id === id)).toMatchObject({ gross: "90,000 lb" });
    await h.mill.call(receiveLoad, { load, tare: "31000" });
    expect(await rowOf(id)).toMatchObject({ net_pounds: 59_000, scaled_volume: 29_500 });
    const next = await coming({ truck_plate: "lg-5518" });
    expect((await house(await numberOf(next))).card?.last_tare).toMatchObject({ pounds: 31_000 });
  });

  test("the load is weighed a second time only if the clerk confirms it", async () => {
    const id = await coming();
    const load = await numberOf(id);
    await h.mill.call(receiveLoad, { load, gross: "90000", tare: "30000" });
    const again = { load, gross: "95000", tare: "30000" };
    const { refusal } = await catchError(h.mill.call(receiveLoad, again));
    expect(refusal.facts.fields?.again?.[0]).toMatch(/90,000 lb gross/);
    await h.mill.call(receiveLoad, { ...again, again: true });
    expect((await rowOf(id)).net_pounds).toBe(65_000);
  });

  test("the load is delivered even if nobody pressed Picked up, and its card notes that", async () => {
    const id = await coming({ trip_ticket_status_id: 1, picked_up_at: null });
    const load = await numberOf(id);
    expect((await house(load)).card?.note).toMatch(/hasn't pressed Picked up/);
    await h.mill.call(receiveLoad, { load, gross: "90000", tare: "30000" });
    expect(await rowOf(id)).toMatchObject({ trip_ticket_status_id: 3, net_pounds: 60_000 });
    expect((await house()).latest[0]).toMatchObject({ id, still: null });
  });

  test("the load is saved with unusual values, and warnings are shown next to it", async () => {
    for (const tare of ["30000", "30100", "30200"]) {
      const load = await numberOf(await coming({ truck_plate: "OD 1" }));
      await h.mill.call(receiveLoad, { load, gross: "90000", tare });
    }
    const id = await h.ticket({
      trip_ticket_status_id: 2,
      hauler_company_id: h.ids.hauler.id,
      truck_plate: "OD 1",
      job_destination_id: h.ids.sawlogsOnly,
      scaled_volume: 40_000,
      scaled_wood_unit_type_id: 2,
    });
    const load = await numberOf(id);
    const slip = { scale_ticket_number: "g1" };
    await h.mill.call(receiveLoad, { load, gross: "130000", tare: "40000", ...slip, again: true });
    const warnings = (await house()).latest[0]?.warnings.join("\n");
    expect(warnings).toMatch(/last 3 loads weighed 59,800 lb to 60,000 lb/);
    expect(warnings).toMatch(/last one was 30,200 lb/);
    expect(warnings).toMatch(/scaled volume is 40 tons, but the net weight/);
    expect(warnings).toMatch(/doesn't accept Pulpwood/);
    expect(warnings).toMatch(/Scale ticket g1 is already on ticket/);
    expect((await rowOf(id)).received_at).toBeTruthy();
  });

  test("a load rejected with a reason stays with its driver and goes to the end of the queue", async () => {
    const id = await coming({ picked_up_at: minutesAgo(500) });
    const load = await numberOf(id);
    await h.mill.call(rejectLoad, { load, reason: "Rotten butts" });
    expect((await h.hauler.call(getTicketPage, { id })).comments[0]?.content).toBe(
      "Rejected at the scale house: Rotten butts",
    );
    const { coming: queue } = await house();
    expect(queue.at(-1)).toMatchObject({ id, is_rejected: true });
    expect(await rowOf(id)).toMatchObject({ trip_ticket_status_id: 2, received_at: null });
  });
});

describe("The scale house's privacy", () => {
  test("other companies neither see the mill's queue nor receive loads there", async () => {
    const id = await coming();
    const load = await numberOf(id);
    for (const who of [h.manager, h.hauler, h.logger, h.owner, h.second, h.rival]) {
      const page = await who.call(getScaleHouse, { load });
      expect([page.coming, page.card, page.latest, page.totals]).toEqual([[], null, [], []]);
      expect((await catchError(who.call(receiveLoad, { load, gross: "80000" }))).kind).toBe("invalid");
      const chosen = { load, ticket_id: id, ticket_for: load, gross: "80000" };
      expect(["missing", "forbidden"]).toContain((await catchError(who.call(receiveLoad, chosen))).kind);
    }
    expect((await rowOf(id)).received_at).toBeNull();
  });

  test("a truck's weights from another company's loads aren't revealed", async () => {
    const { rivalJob, rival, rivalDestination } = h.ids;
    await makeTicket(
      db,
      { id: rivalJob, requester: rival.id, destination: rivalDestination },
      { trip_ticket_status_id: 3, truck_plate: "SE 1", tare_pounds: 27_000, gross_pounds: 80_000 },
    );
    const load = await numberOf(await coming({ truck_plate: "SE 1", hauler_user_id: null }));
    expect((await house(load)).card).toMatchObject({ truck: "SE 1", last_tare: null });
  });

  test("a driver's receipt is shown only to those who see the ticket, and marks a load that isn't weighed", async () => {
    const id = await coming();
    expect(await h.mill.call(getReceipt, { id })).toMatchObject({ is_weighed: false });
    expect((await catchError(h.rival.call(getReceipt, { id }))).kind).toBe("missing");
  });

  test("a receipt can't be undone once another action has changed the load's status", async () => {
    const id = await coming();
    await h.mill.call(receiveLoad, { load: await numberOf(id), gross: "90000", tare: "30000" });
    await h.mill.call(moveTicket, { id, verb: "reopening", version: 3 });
    expect((await catchError(h.mill.call(undoReceipt, { id, version: 4 }))).kind).toBe("notNow");
  });
});
