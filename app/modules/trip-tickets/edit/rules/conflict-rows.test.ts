import { expect, test } from "vitest";
import { createConflictRows } from "./conflict-rows";

const field = (name: string, kind: "text" | "volume" | "pounds" | "instant" | "select", value: string) => ({
  name,
  label: name,
  kind,
  value,
  zone: kind === "instant" ? "America/Detroit" : null,
  choices:
    kind === "select"
      ? [
          { value: "1", label: "MBF" },
          { value: "2", label: "ton" },
        ]
      : null,
});
const page = {
  now: "2026-11-22T12:00:00.000Z",
  fields: [
    field("picked_up_at", "instant", "2026-11-20T14:45"),
    field("gross_pounds", "pounds", "150000"),
    field("scaled_volume", "volume", "49.2"),
    field("scaled_wood_unit_type_id", "select", "2"),
    field("scale_ticket_number", "text", ""),
  ],
};
const same = {
  picked_up_at: "2026-11-20T14:45",
  gross_pounds: "150,000",
  scaled_volume: "49.200",
  scaled_wood_unit_type_id: "2",
};

test("equal values typed in different formats do not conflict", () => {
  expect(createConflictRows(page, same)).toEqual([]);
});

test("shows only the differing fields, both values in one format, volumes with their units", () => {
  const typed = {
    ...same,
    picked_up_at: "2026-11-20T15:05",
    gross_pounds: "149000",
    scaled_wood_unit_type_id: "1",
  };
  expect(createConflictRows(page, typed)).toEqual([
    {
      name: "picked_up_at",
      label: "picked_up_at",
      typed: "Fri, Nov 20, 3:05 PM",
      saved: "Fri, Nov 20, 2:45 PM",
    },
    { name: "gross_pounds", label: "gross_pounds", typed: "149,000 lb", saved: "150,000 lb" },
    { name: "scaled_volume", label: "scaled_volume", typed: "49.2 MBF", saved: "49.2 tons" },
  ]);
});

test("shows an unreadable value as it was typed", () => {
  expect(createConflictRows(page, { ...same, gross_pounds: "lots" })).toEqual([
    { name: "gross_pounds", label: "gross_pounds", typed: "lots", saved: "150,000 lb" },
  ]);
});
