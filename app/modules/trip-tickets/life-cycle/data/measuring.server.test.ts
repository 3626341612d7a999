import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getEditPage } from "../../edit/data/edit-page.server";
import { changedTicketOutput } from "../../rules/ticket-output";
import { getTicketPage } from "../../shared/detail.server";
import { getTicket } from "../../shared/record.server";
import { saveTicketBox, updateTicket } from "../../shared/update.server";
import { moveTicket } from "./change-status.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const onRoad = (more = {}) =>
  h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: minutesAgo(60),
    estimated_volume: 54_000,
    estimated_wood_unit_type_id: 2,
    ...more,
  });
const rowOf = async (id: number) => (await h.manager.call(getTicket, { id })).trip_ticket;
const measures = async (id: number) => {
  const t = await rowOf(id);
  return [t.scaled_volume, t.scaled_wood_unit_type_id, t.net_pounds];
};

describe("the unit of a scaled volume", () => {
  test("the unit defaults to the load's own unit for everyone who scales", async () => {
    for (const unit of [1, 2, 3]) {
      const id = await onRoad({ estimated_wood_unit_type_id: unit });
      for (const who of [h.manager, h.hauler, h.mill]) {
        const { fields } = await who.call(getEditPage, { id, box: "details" });
        expect(fields.find((f) => f.name === "scaled_wood_unit_type_id")?.value).toBe(String(unit));
      }
    }
  });

  test("the unit is the load's own unit if an API program names none", async () => {
    const id = await onRoad({ estimated_wood_unit_type_id: 3 });
    await h.mill.call(updateTicket, { id, version: 2, scaled_volume: "22" });
    expect(await measures(id)).toEqual([22, 3, null]);
  });
});

describe("weights of a load", () => {
  const weights = { gross_pounds: "150,400", tare_pounds: "52,000" };

  test("weights less the mill's deduction fill the volume, which follows the deduction until another volume is typed", async () => {
    const id = await onRoad();
    await h.mill.call(updateTicket, { id, version: 2, ...weights, deduction_pounds: "2,400 lbs" });
    expect(await measures(id)).toEqual([48, 2, 98_400]);
    await h.mill.call(updateTicket, { id, version: 3, deduction_pounds: "400" });
    expect(await measures(id)).toEqual([49, 2, 98_400]);
    await h.mill.call(updateTicket, { id, version: 4, deduction_pounds: null });
    expect(await measures(id)).toEqual([49.2, 2, 98_400]);
    await h.mill.call(updateTicket, { id, version: 5, scaled_volume: "48.5" });
    await h.mill.call(updateTicket, { id, version: 6, deduction_pounds: "1,000" });
    expect(await measures(id)).toEqual([48.5, 2, 98_400]);
    const cords = await onRoad({ estimated_wood_unit_type_id: 3 });
    await h.mill.call(updateTicket, { id: cords, version: 2, ...weights, deduction_pounds: "2,400" });
    expect(await measures(cords)).toEqual([null, null, 98_400]);
  });

  test("weights fill an empty volume in tons, which history and the page show", async () => {
    const id = await onRoad();
    const saved = await h.mill.call(saveTicketBox, {
      id,
      version: 2,
      ...weights,
      scaled_volume: null,
      scaled_wood_unit_type_id: 2,
      log_rule: "DOYLE",
    });
    expect(saved).toEqual({ id, filled: true });
    expect(await measures(id)).toEqual([49.2, 2, 98_400]);
    expect((await rowOf(id)).log_rule).toBeNull();
    const { history } = await h.manager.call(getTicketPage, { id });
    expect(history[0]?.diffs).toContainEqual({ field: "Scaled volume", saved: "—", updated: "49.2 tons" });
  });

  test("weights sent through the API fill the volume too, and the volume follows a corrected gross", async () => {
    const id = await onRoad();
    await h.mill.call(updateTicket, { id, version: 2, ...weights });
    await h.mill.call(updateTicket, { id, version: 3, gross_pounds: 151_000 });
    expect(await measures(id)).toEqual([49.5, 2, 99_000]);
  });

  test("weights don't change a typed volume, a volume in another unit, or a cleared volume", async () => {
    const typed = await onRoad();
    await h.mill.call(updateTicket, { id: typed, version: 2, ...weights, scaled_volume: "49" });
    await h.mill.call(updateTicket, { id: typed, version: 3, gross_pounds: 151_000 });
    expect(await measures(typed)).toEqual([49, 2, 99_000]);
    const boards = await onRoad({ estimated_wood_unit_type_id: 1, estimated_volume: 11_000 });
    await h.mill.call(updateTicket, { id: boards, version: 2, ...weights });
    expect(await measures(boards)).toEqual([null, null, 98_400]);
    await h.mill.call(updateTicket, { id: typed, version: 4, scaled_volume: null });
    expect(await measures(typed)).toEqual([null, null, 99_000]);
  });

  test("weights set the scaling time, and the scaling person if the mill entered the weights", async () => {
    const byMill = await onRoad();
    await h.mill.call(updateTicket, { id: byMill, version: 2, ...weights });
    expect(await rowOf(byMill)).toMatchObject({ scaled_at: expect.any(String) });
    const page = await h.mill.call(getTicketPage, { id: byMill });
    expect(page.scaler).toBe(`${h.mill.actor.user?.first_name} ${h.mill.actor.user?.last_name}`);
    expect(page.receiver).toBe(page.scaler);
    const byHauler = await onRoad();
    const scaledAt = minutesAgo(30);
    await h.hauler.call(updateTicket, {
      id: byHauler,
      version: 2,
      scaled_volume: "50",
      scaled_at: scaledAt,
    });
    expect(await rowOf(byHauler)).toMatchObject({ scaled_at: scaledAt });
    expect((await h.mill.call(getTicketPage, { id: byHauler })).scaler).toBeNull();
    await h.hauler.call(updateTicket, { id: byHauler, version: 3, scaled_at: null });
    await h.hauler.call(updateTicket, { id: byHauler, version: 4, scaled_volume: "51" });
    expect(await rowOf(byHauler)).toMatchObject({
      scaled_at: null,
      received_at: null,
      receiver_user_id: null,
    });
  });

  test("weights set the mill's receiving time to the scaling time, unless the mill enters another time", async () => {
    const weighed = await onRoad();
    await h.mill.call(updateTicket, { id: weighed, version: 2, ...weights });
    const row = await rowOf(weighed);
    expect(row.received_at).toBe(row.scaled_at);
    const { history } = await h.manager.call(getTicketPage, { id: weighed });
    expect(history[0]?.diffs).toContainEqual(expect.objectContaining({ field: "Received", saved: "—" }));
    // The form sends an empty time as null; entering a volume counts as measuring too.
    const scaledAt = minutesAgo(20);
    const scaled = await onRoad();
    const volume = { scaled_volume: "50", scaled_at: scaledAt, received_at: null };
    await h.mill.call(saveTicketBox, { id: scaled, version: 2, ...volume });
    expect(await rowOf(scaled)).toMatchObject({ scaled_at: scaledAt, received_at: scaledAt });
    const receivedAt = minutesAgo(25);
    const typed = await onRoad();
    await h.mill.call(updateTicket, { id: typed, version: 2, ...weights, received_at: receivedAt });
    expect((await rowOf(typed)).received_at).toBe(receivedAt);
    // A value that was cleared later stays empty.
    await h.mill.call(updateTicket, { id: typed, version: 3, received_at: null, receiver_user_id: null });
    await h.mill.call(updateTicket, { id: typed, version: 4, tare_pounds: 51_000 });
    expect(await rowOf(typed)).toMatchObject({ received_at: null, receiver_user_id: null });
  });
});

describe("confirmation of an unusual value", () => {
  const odd = { scaled_volume: "49.2", scaled_wood_unit_type_id: 1 };
  const unlikely = "The scaled volume is 49.2 MBF. One truck carries 0.2 to 17 MBF.";
  const words = [unlikely, "The scaled volume is 49.2 MBF, but the estimate is 54 tons."];

  test("a page questions an unusual value once, and saves it when the user confirms", async () => {
    const id = await onRoad();
    const { refusal, kind } = await catchError(h.mill.call(saveTicketBox, { id, version: 2, ...odd }));
    expect([kind, refusal.facts.fields]).toEqual(["invalid", { save_anyway: words }]);
    expect(await measures(id)).toEqual([null, null, null]);
    await h.mill.call(saveTicketBox, { id, version: 2, ...odd, save_anyway: true });
    expect(await measures(id)).toEqual([49.2, 1, null]);
    expect((await h.manager.call(getTicketPage, { id })).warnings).toEqual(expect.arrayContaining(words));
    await h.mill.call(saveTicketBox, { id, version: 3, ...odd, scale_ticket_number: "G-1" });
    expect((await rowOf(id)).scale_ticket_number).toBe("G-1");
  });

  test("a gross equal to the tare is questioned", async () => {
    const id = await onRoad();
    const same = { gross_pounds: "52,000", tare_pounds: "52,000" };
    const { refusal } = await catchError(h.mill.call(saveTicketBox, { id, version: 2, ...same }));
    expect(refusal.facts.fields).toEqual({ save_anyway: ["The net weight is 0 lb. Check gross and tare."] });
    expect(await measures(id)).toEqual([null, null, null]);
  });

  test("an unusual value from an API program is saved and returned as a warning", async () => {
    const id = await onRoad();
    const likely = { scaled_volume: "5", scaled_wood_unit_type_id: 1 };
    const first = await h.mill.call(updateTicket, { id, version: 2, ...likely });
    expect(first).toEqual({ id, warnings: ["The scaled volume is 5 MBF, but the estimate is 54 tons."] });
    // A measure that is unlikely for one truck has to be confirmed with the field `save_anyway`.
    const { refusal } = await catchError(h.mill.call(updateTicket, { id, version: 3, ...odd }));
    expect(refusal.facts.fields).toEqual({ save_anyway: [unlikely] });
    const answer = await h.mill.call(updateTicket, { id, version: 3, ...odd, save_anyway: true });
    expect(answer).toEqual({ id, warnings: words });
    expect(changedTicketOutput.parse(answer)).toEqual(answer);
    expect(await measures(id)).toEqual([49.2, 1, null]);
  });

  test("a mistyped year is questioned", async () => {
    const id = await onRoad();
    const save = h.hauler.call(saveTicketBox, { id, version: 2, dropped_off_at: "2036-11-16T15:00" });
    expect((await catchError(save)).refusal.facts.fields?.save_anyway?.[0]).toContain("in the future");
  });

  test("a conflict with another user's change is reported before an unusual value", async () => {
    const id = await onRoad();
    await h.manager.call(updateTicket, { id, version: 2, trip_ticket_priority_id: 1 });
    expect((await catchError(h.mill.call(saveTicketBox, { id, version: 2, ...odd }))).kind).toBe("stale");
  });
});

test("Received records the time and the person; the driver's Dropped off doesn't", async () => {
  const [received, dropped] = [await onRoad(), await onRoad()];
  await h.mill.call(moveTicket, { id: received, verb: "dropoff", version: 2 });
  await h.hauler.call(moveTicket, { id: dropped, verb: "dropoff", version: 2 });
  const page = await h.mill.call(getTicketPage, { id: received });
  expect(page.receiver).toBe(`${h.mill.actor.user?.first_name} ${h.mill.actor.user?.last_name}`);
  expect(page.received?.at).toBe(page.dropped_off?.at);
  expect(page.weigh).toMatchObject({ unit: 2, gross_pounds: null });
  expect(await h.mill.call(getTicketPage, { id: dropped })).toMatchObject({ received: null, receiver: null });
  const mill = h.mill.actor.user?.id;
  await h.mill.call(updateTicket, { id: received, version: 3, receiver_user_id: null });
  await h.mill.call(updateTicket, { id: received, version: 4, receiver_user_id: mill, scaler_user_id: mill });
});
