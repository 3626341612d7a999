import { describe, expect, it, test } from "vitest";
import { TRIP_TICKET_PRIORITIES, TRIP_TICKET_STATUSES } from "#db/reference/lists";
import {
  formatProduct,
  getStatusLabel,
  getTicketRoles,
  isStatus,
  PRIORITY,
  PRIORITY_LABELS,
  STATUS,
  STATUS_IDS,
  TICKET_VIEWS,
  type TicketParties,
} from "./trip-ticket";

describe("ticket statuses", () => {
  it("statuses have the ids of the API", () => {
    expect(STATUS).toEqual({
      claimed: 1,
      inTransit: 2,
      completed: 3,
      cancelled: 4,
      paused: 5,
      inYard: 6,
      available: 7,
    });
    expect(PRIORITY).toEqual({ high: 1, medium: 2, low: 3 });
  });

  it("statuses are labeled by their stored names without 'Is '", () => {
    expect(TRIP_TICKET_STATUSES.map(([id]) => id)).toEqual([...STATUS_IDS].sort());
    for (const [id, stored] of TRIP_TICKET_STATUSES) {
      expect(stored).toMatch(/^Is /);
      expect(getStatusLabel(id)).toBe(stored.slice(3));
    }
    expect(Object.entries(PRIORITY_LABELS)).toEqual(
      TRIP_TICKET_PRIORITIES.map(([id, name]) => [`${id}`, name]),
    );
  });

  test.each([0, 8, -1, 1.5, Number.NaN])("rejects %d as a status", (id) => {
    expect(isStatus(id)).toBe(false);
    expect(getStatusLabel(id)).toBe("Unknown");
  });
});

it("defines page size, sort order and statuses of the two views of the ticket list", () => {
  expect(TICKET_VIEWS.loads).toMatchObject({
    pageSize: 15,
    sort: "last_modified_at",
    statuses: [1, 2, 3, 5, 6],
  });
  expect(TICKET_VIEWS.loads.offered).toEqual([1, 2, 3, 5, 6, 4]);
  expect(TICKET_VIEWS.available).toMatchObject({
    pageSize: 10,
    sort: "priority",
    statuses: [7, 6],
    offered: [7, 6],
  });
});

describe("a company's roles on a ticket", () => {
  const parties: TicketParties = {
    requestCompanyId: 1,
    landManagerCompanyIds: [2],
    landOwnerCompanyIds: [3],
    authorizeeCompanyIds: [4],
    jobCutterCompanyIds: [5, 15],
    jobSkidderCompanyIds: [6, 16],
    jobHaulerCompanyIds: [7, 17],
    cutterCompanyId: 5,
    skidderCompanyId: 6,
    haulerCompanyId: 7,
    millCompanyId: 8,
    millHasUsers: true,
    creatorCompanyId: 5,
  };
  const roles = (company: number, more: Partial<TicketParties> = {}) =>
    [...getTicketRoles({ ...parties, ...more }, company)].sort();

  test.each([
    [1, ["creator"]],
    [2, ["land_manager"]],
    [3, ["land_owner"]],
    [4, ["authorizee"]],
    [5, ["author", "cutter", "job_cutter"]],
    [15, ["job_cutter"]],
    [6, ["job_skidder", "skidder"]],
    [16, ["job_skidder"]],
    [7, ["hauler", "job_hauler"]],
    [17, ["job_hauler"]],
    [8, ["mill"]],
    [9, []],
  ])("company %i has the expected roles", (company, expected) => {
    expect(roles(company)).toEqual(expected);
  });

  it("a company with several roles gets all of them", () => {
    expect(roles(1, { landManagerCompanyIds: [1], haulerCompanyId: 1 })).toEqual([
      "creator",
      "hauler",
      "land_manager",
    ]);
  });

  it("only the requester and the land manager act for a mill without users", () => {
    const empty = { millHasUsers: false };
    expect(roles(1, empty)).toEqual(["creator", "mill"]);
    expect(roles(2, empty)).toEqual(["land_manager", "mill"]);
    for (const other of [3, 4, 5, 6, 7, 9]) expect(roles(other, empty)).not.toContain("mill");
  });

  it("a hauler keeps its role on its own ticket after it left the job", () => {
    expect(roles(7, { jobHaulerCompanyIds: [17] })).toEqual(["hauler"]);
  });

  it("no role is assigned for a company that isn't set", () => {
    const bare = {
      cutterCompanyId: null,
      skidderCompanyId: null,
      haulerCompanyId: null,
      creatorCompanyId: null,
    };
    expect(roles(0, bare)).toEqual([]);
    expect(roles(15, bare)).toEqual(["job_cutter"]);
  });
});

test.each([
  ["Pulpwood", "quaking aspen", "Hardwood", "Pulpwood, quaking aspen"],
  ["Sawlogs", null, "Softwood", "Sawlogs, Softwood"],
  ["Chips", null, null, "Chips"],
])("formats the product %s of %s, %s as %s", (product_type, wood_species, wood_species_type, text) => {
  expect(formatProduct({ product_type, wood_species, wood_species_type })).toBe(text);
});
