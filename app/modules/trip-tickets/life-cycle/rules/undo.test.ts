import { expect, test } from "vitest";
import { type LastChange, planUndo, STEP_UNDO_SECONDS } from "./undo";

const NOW = new Date("2026-11-16T20:00:00.000Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString();
const me = { user: 7, company: 3 };
const pickup = (more: Partial<LastChange> = {}): LastChange => ({
  activity: "trip_ticket_updated",
  created_at: ago(5),
  creator_user_id: 7,
  creator_company_id: 3,
  details: {
    diffs: [
      { key: "trip_ticket_status", saved: "Claimed", updated: "In Transit" },
      { key: "picked_up_at", saved: null, updated: ago(5) },
    ],
  },
  ...more,
});

test("undo restores the load's previous status and time", () => {
  expect(planUndo(pickup(), me, NOW)).toEqual({
    back_to: 1,
    from: 2,
    times: { picked_up_at: null },
    clears_receiver: false,
  });
});

test("undo of a receipt at the mill also removes the receiver", () => {
  const diffs = [
    { key: "trip_ticket_status", saved: "In Transit", updated: "Completed" },
    { key: "dropped_off_at", saved: ago(90), updated: ago(5) },
    { key: "received_at", saved: null, updated: ago(5) },
    { key: "receiver_user", saved: null, updated: "Mel Mill" },
  ];
  expect(planUndo(pickup({ details: { diffs } }), me, NOW)).toEqual({
    back_to: 2,
    from: 3,
    times: { dropped_off_at: ago(90), received_at: null },
    clears_receiver: true,
  });
});

test.each<[string, LastChange | undefined]>([
  ["nothing happened", undefined],
  ["it was more than a minute ago", pickup({ created_at: ago(STEP_UNDO_SECONDS + 1) })],
  ["somebody else did it", pickup({ creator_user_id: 8 })],
  ["it was done for another company", pickup({ creator_company_id: 4 })],
  ["a program did it", pickup({ creator_user_id: null })],
  ["it was undone already", pickup({ details: { ...pickup().details, content: "Undone" } })],
  ["it was no step", pickup({ details: { diffs: [{ key: "gross", saved: null, updated: "1 lb" }] } })],
  [
    "it names a hauler",
    pickup({
      details: {
        diffs: [...(pickup().details.diffs ?? []), { key: "hauler_company", saved: null, updated: "X" }],
      },
    }),
  ],
  [
    "it replaced a receiver",
    pickup({
      details: {
        diffs: [...(pickup().details.diffs ?? []), { key: "receiver_user", saved: "A", updated: "B" }],
      },
    }),
  ],
])("undo isn't offered if %s", (_why, last) => {
  expect(planUndo(last, me, NOW)).toBeNull();
});

test("offers no undo to a caller with an API key", () => {
  expect(planUndo(pickup(), { user: undefined, company: 3 }, NOW)).toBeNull();
});
