import { describe, expect, it, test } from "vitest";
import { EDITABLE_FIELDS, type EditableField, type EditFacts, getEditableFields } from "./permissions";
import { STATUS, type StatusId, type TicketRole } from "./trip-ticket";

const all = { create: true, read: true, update: true, delete: true };
const none = { create: false, read: false, update: false, delete: false };

/** Status letters: Available, in Yard, Claimed, in Transit, Paused, Done, X cancelled. */
const STATES: Record<string, StatusId> = {
  A: STATUS.available,
  Y: STATUS.inYard,
  C: STATUS.claimed,
  T: STATUS.inTransit,
  P: STATUS.paused,
  D: STATUS.completed,
  X: STATUS.cancelled,
};

/** The table of docs/domain.md#ticket-editing-rights, repeated here: the statuses in which each role may edit a field. */
const GRID = `
  field                   | office  | cutter | skidder | hauler  | mill    | author
  job_destination_id      | AYCTP   |        |         |         |         | AY
  product                 | AYCTP   |        |         |         |         | AY
  trip_ticket_priority_id | AYCTP   |        |         |         |         |
  estimated_volume        | AYCTP   | AY     | AY      | AYCTP   |         |
  cutter_company          | AYCTP   |        |         |         |         |
  cutter_user             | AYCTP   | AYCTP  |         |         |         |
  skidder_company         | AYCTP   |        |         |         |         |
  skidder_user            | AYCTP   |        | AYCTP   |         |         |
  hauler_company          | AYCTP   |        |         |         |         |
  hauler_user             | AYCTP   |        |         | AYCTP   |         |
  trip_ticket_status_id   | AYCTPDX |        | AYCTPDX | AYCTPDX | AYCTPDX |
  picked_up_at            | AYCTPD  |        |         | AYCTPD  |         |
  dropped_off_at          | AYCTPD  |        |         | AYCTPD  | AYCTPD  |
  scaled_volume           | AYCTPD  |        |         | AYCTPD  | AYCTPD  |
  weights                 | AYCTPD  |        |         | AYCTPD  | AYCTPD  |
  scale_ticket_number     | AYCTPD  |        |         | AYCTPD  | AYCTPD  |
  scaled_at               | AYCTPD  |        |         | AYCTPD  | AYCTPD  |
  received_at             |         |        |         |         | AYCTPD  |
  receiver_user           |         |        |         |         | AYCTPD  |
  scaler_user             |         |        |         |         | AYCTPD  |
  certification           | AYCTPD  |        |         |         |         |
  comment                 | AYCTPD  | AYCTPD | AYCTPD  | AYCTPD  | AYCTPD  |
  photo                   | AYCTPD  | AYCTPD | AYCTPD  | AYCTPD  | AYCTPD  |
  location                | AYCTP   | AY     | AY      |         |         |
  load_facts              | AYCTP   | AY     | AY      | AYCTP   |         |
  loading                 | AYCTPD  | AYCTPD | AYCTPD  | AYCTPD  |         |`;

const [head = [], ...lines] = GRID.trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));
const grid = new Map(lines.map(([field = "", ...cells]) => [field, cells]));
const columnOf = (role: TicketRole) =>
  head.indexOf(role === "creator" || role === "land_manager" ? "office" : role) - 1;

const ROLES: TicketRole[] = [
  "creator",
  "land_manager",
  "land_owner",
  "authorizee",
  "cutter",
  "skidder",
  "hauler",
  "mill",
  "job_cutter",
  "job_skidder",
  "job_hauler",
  "author",
];

function edit(roles: TicketRole[], state: string, more: Partial<EditFacts> = {}) {
  const status = STATES[state];
  if (!status) throw new Error(`no state ${state}`);
  const flags = { trip_ticket: all, comment: all, photo: all, certification: all };
  return getEditableFields({ roles: new Set(roles), status, settlementPaid: false, flags, ...more });
}

const open = (record: Record<EditableField, boolean>) => EDITABLE_FIELDS.filter((field) => record[field]);

it("the editing rights table has one line for each editable field", () => {
  expect([...grid.keys()].sort()).toEqual([...EDITABLE_FIELDS].sort());
});

describe.each(ROLES)("editable fields of the role %s", (role) => {
  test.each(Object.keys(STATES))("allows exactly the fields in the table at status %s", (state) => {
    const expected = EDITABLE_FIELDS.filter((f) => grid.get(f)?.[columnOf(role)]?.includes(state));
    expect(open(edit([role], state))).toEqual(expected);
  });
});

it("several roles together may edit what any of them may edit", () => {
  for (const a of ROLES)
    for (const b of ROLES)
      for (const state of Object.keys(STATES)) {
        const [one, other, both] = [edit([a], state), edit([b], state), edit([a, b], state)];
        for (const field of EDITABLE_FIELDS) expect(both[field]).toBe(one[field] || other[field]);
      }
});

it("a company without a role may edit nothing", () => {
  for (const state of Object.keys(STATES)) expect(open(edit([], state))).toEqual([]);
});

it("only the status of a cancelled ticket can be edited", () => {
  expect(open(edit(ROLES, "X"))).toEqual(["trip_ticket_status_id"]);
});

it("locks only the volume, weight and time fields of a paid load", () => {
  for (const state of Object.keys(STATES)) {
    const before = open(edit(ROLES, state));
    const after = open(edit(ROLES, state, { settlementPaid: true }));
    const locked = before.filter((field) => !after.includes(field));
    const lockable =
      "estimated_volume picked_up_at dropped_off_at scaled_volume weights scaled_at received_at receiver_user scaler_user";
    expect(locked).toEqual(lockable.split(" ").filter((f) => (before as string[]).includes(f)));
  }
});

describe("crew flags that allow editing", () => {
  const flagged = (flags: Partial<EditFacts["flags"]>) =>
    open(
      edit(["creator"], "C", {
        flags: { trip_ticket: all, comment: all, photo: all, certification: all, ...flags },
      }),
    );
  const everything = flagged({});

  it("a crew without the update flag can add only comments and photos", () => {
    expect(flagged({ trip_ticket: { ...all, update: false } })).toEqual(["comment", "photo"]);
  });
  it("comments and photos each require their own create flag", () => {
    expect(flagged({ comment: { ...all, create: false } })).toEqual(
      everything.filter((f) => f !== "comment"),
    );
    expect(flagged({ photo: none })).toEqual(everything.filter((f) => f !== "photo"));
  });
  it("the update flag alone allows all edits of a ticket", () => {
    expect(flagged({ trip_ticket: { ...none, update: true } })).toEqual(everything);
  });
});
