import { describe, expect, test } from "vitest";
import { getEntryNote, getHeadline } from "./headline";
import type { Diff } from "./history";

const say = (diffs: Diff[], content: string | null = null, activity = "trip_ticket_updated") =>
  getHeadline({ activity, diffs, content }, () => "noon");
const diff = (key: string, saved: unknown, updated: unknown): Diff => ({ key, saved, updated });
const status = (saved: string, updated: string) => diff("trip_ticket_status", saved, updated);

describe("a status change is described by a verb", () => {
  test.each([
    ["Available", "Claimed", "Claimed"],
    ["In Yard", "Claimed", "Claimed"],
    ["Claimed", "In Transit", "Picked up"],
    ["Paused", "In Transit", "Picked up"],
    ["In Transit", "Completed", "Delivered"],
    ["Is In Transit", "Is Completed", "Delivered"],
    ["Completed", "In Transit", "Reopened"],
    ["Claimed", "Paused", "Paused"],
    ["Paused", "Claimed", "Resumed"],
    ["Claimed", "Available", "Released"],
    ["In Yard", "Available", "Made available"],
    ["Cancelled", "Available", "Made available"],
    ["Available", "In Yard", "Moved to the yard"],
    ["Available", "Cancelled", "Cancelled"],
  ])("describes a status change from %s to %s: %s", (from, to, what) => {
    expect(say([status(from, to), diff("picked_up_at", null, "2026-09-01T12:00:00.000Z")]).what).toBe(what);
  });
});

test("a weight corrected by a statement is in the headline with both values, and not listed again", () => {
  const headline = say(
    [diff("net", "49,180 lb", "49,210 lb"), diff("scaled_volume", "24.59 tons", "24.605 tons")],
    "By statement 12 of AuSable",
  );
  expect(headline.what).toBe("Weight corrected 49,180 to 49,210 lb, by statement 12 of AuSable");
  expect(headline.diffs.map((d) => d.field)).toEqual(["Scaled volume"]);
  expect(getEntryNote("trip_ticket_updated", "By statement 12 of AuSable")).toBeNull();
});

test.each([
  [[diff("scaled_volume", null, "27.4 tons"), diff("net", null, "54,800 lb")], "Scaled 27.4 tons"],
  [[diff("scaled_volume", "6.2 MBF", "6.4 MBF")], "Volume corrected 6.2 to 6.4 MBF"],
  [[diff("scaled_volume", "6.2 MBF", "6.4 cords")], "Volume corrected 6.2 MBF to 6.4 cords"],
  [[diff("gross", null, "80,120 lb")], "Weighed 80,120 lb gross"],
  [[status("In Transit", "Completed"), diff("scaled_volume", null, "9 cords")], "Delivered, scaled 9 cords"],
  [
    [diff("received_at", null, "2026-09-01T12:00:00.000Z"), diff("receiver_user", null, "Ann")],
    "Received at the scale",
  ],
  [[diff("trip_ticket_priority", "Low", "High")], "Priority changed from Low to High"],
  [[diff("hauler_user", null, "Otto Kolb")], "Driver: Otto Kolb"],
  [[diff("notes", "x".repeat(80), "y")], "Notes changed"],
  [[diff("truck_number", "7", null)], "Truck number removed: 7"],
  [
    [diff("hauler_company", null, "Kolb"), diff("hauler_user", null, "Otto")],
    "Hauler company and driver changed",
  ],
  [["a", "b", "c", "d"].map((key) => diff(key, 1, 2)), "4 fields changed"],
  [[], "Trip ticket updated"],
])("formats the headline of %j as: %s", (diffs, what) => expect(say(diffs).what).toBe(what));

test("an undone change is named after the original change", () => {
  const headline = say([status("In Transit", "Claimed")], "Undone");
  expect(headline.what).toBe("Undone: picked up");
  expect(headline.diffs).toEqual([{ field: "Status", saved: "In Transit", updated: "Claimed" }]);
  expect(getEntryNote("trip_ticket_updated", "Undone")).toBeNull();
});

test("a job's change is described by its field; other entries use their activity's label", () => {
  expect(say([diff("status", "Active", "Closed")], null, "job_updated").what).toBe(
    "Status changed from Active to Closed",
  );
  expect(say([], "Call before eight.", "comment_added").what).toBe("Comment added");
  expect(getEntryNote("comment_added", "By the gate.")).toBe("By the gate.");
});

test("names typed by users keep their case anywhere in a headline", () => {
  const miles = diff("Elk Rapids veneer buyer, miles", 12, 14);
  expect(say([diff("name", "A", "B"), miles], null, "job_updated").what).toBe(
    "Name and Elk Rapids veneer buyer, miles changed",
  );
  expect(say([miles], "Undone", "job_updated").what).toBe(
    "Undone: Elk Rapids veneer buyer, miles changed from 14 to 12",
  );
  expect(say([diff("elk_yard, miles", 1, 2)], null, "job_updated").what).toBe(
    "elk_yard, miles changed from 1 to 2",
  );
});
