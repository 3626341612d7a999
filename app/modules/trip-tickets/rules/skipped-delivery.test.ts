import { describe, expect, test } from "vitest";
import { listOfferedStatusChanges, planStatusChangeByVerb, type StepFacts } from "./lifecycle";
import { getSkippedDelivery } from "./skipped-delivery";
import { STATUS, type TicketRole } from "./trip-ticket";

const NOW = new Date("2026-11-20T18:00:00.000Z");
const waiting = {
  trip_ticket_status_id: STATUS.available as number,
  scaled_volume: null,
  net_pounds: null,
  received_at: null,
  scaled_at: null,
  picked_up_at: null,
  dropped_off_at: null,
};

test.each([STATUS.available, STATUS.inYard, STATUS.claimed, STATUS.paused, STATUS.inTransit])(
  "measuring a load of status %i marks it as delivered",
  (trip_ticket_status_id) => {
    const load = { ...waiting, trip_ticket_status_id };
    const delivered = { trip_ticket_status_id: STATUS.completed, dropped_off_at: NOW.toISOString() };
    for (const change of [{ scaled_volume: 20_000 }, { net_pounds: 40_000 }])
      expect(getSkippedDelivery(load, change, NOW)?.patch).toEqual(delivered);
    const received_at = "2026-11-20T15:00:00.000Z";
    expect(getSkippedDelivery(load, { received_at }, NOW)?.patch.dropped_off_at).toBe(received_at);
  },
);

test("the drop-off time of a skipped delivery is never before the pickup time", () => {
  const load = { ...waiting, picked_up_at: "2026-11-20T16:00:00.000Z" };
  const change = { scaled_volume: 20_000, scaled_at: "2026-11-20T15:00:00.000Z" };
  expect(getSkippedDelivery(load, change, NOW)?.patch.dropped_off_at).toBe(load.picked_up_at);
});

test("no other change marks a load as delivered, and neither does measuring a completed or cancelled load", () => {
  expect(getSkippedDelivery({ ...waiting, scaled_volume: 20_000 }, {}, NOW)).toBeNull();
  expect(getSkippedDelivery(waiting, { scaled_volume: null }, NOW)).toBeNull();
  for (const trip_ticket_status_id of [STATUS.completed, STATUS.cancelled])
    expect(getSkippedDelivery({ ...waiting, trip_ticket_status_id }, { net_pounds: 1 }, NOW)).toBeNull();
});

describe("a load that was scaled but never marked delivered", () => {
  const facts = (status: StepFacts["status"], role: TicketRole): StepFacts => ({
    status,
    roles: new Set([role]),
    jobActive: true,
    settlementPaid: false,
    openLoadOfDriver: null,
    pickedUpAt: null,
    hasSkidder: false,
    isMeasured: true,
  });

  test("the load can't be claimed, put in a yard or released", () => {
    for (const role of ["job_hauler", "creator"] as const)
      expect(planStatusChangeByVerb(facts(STATUS.available, role), "claim")).toMatchObject({
        ok: false,
        kind: "notNow",
      });
    expect(planStatusChangeByVerb(facts(STATUS.claimed, "hauler"), "release")).toMatchObject({ ok: false });
    expect(planStatusChangeByVerb(facts(STATUS.available, "skidder"), "yard")).toMatchObject({ ok: false });
  });

  test("the load's delivery is offered as the next action to the office, its mill and its hauler", () => {
    for (const role of ["creator", "mill", "hauler"] as const)
      expect(listOfferedStatusChanges(facts(STATUS.available, role))[0]).toMatchObject({
        verb: "dropoff",
        primary: true,
      });
    expect(listOfferedStatusChanges(facts(STATUS.available, "job_hauler"))).toEqual([]);
    expect(
      planStatusChangeByVerb({ ...facts(STATUS.available, "creator"), isMeasured: false }, "dropoff"),
    ).toMatchObject({
      ok: false,
    });
  });
});
