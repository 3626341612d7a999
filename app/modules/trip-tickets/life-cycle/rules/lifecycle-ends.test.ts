import { describe, expect, it, test } from "vitest";
import { getDeletionProblem, getNewTicketStatus } from "../../rules/lifecycle";
import { STATUS, STATUS_IDS, type StatusId, type TicketRole } from "../../rules/trip-ticket";

/** Everyone but the requesting company and the land manager. */
const OTHERS: TicketRole[] = [
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

test.each([
  [["creator"], false, STATUS.available],
  [["creator"], true, STATUS.claimed],
  [["land_manager"], true, STATUS.claimed],
  [["job_cutter"], false, STATUS.available],
  [["job_skidder"], false, STATUS.available],
  [["job_hauler"], false, STATUS.claimed],
  [["job_hauler"], true, STATUS.claimed],
  [["job_cutter", "job_hauler"], false, STATUS.available],
  [["job_cutter", "job_hauler"], true, STATUS.claimed],
  [["land_owner"], false, null],
  [["authorizee"], true, null],
  [["mill"], false, null],
  [[], true, null],
] as [TicketRole[], boolean, StatusId | null][])(
  "a ticket created by %s, hauler named %s, gets status %s",
  (roles, named, status) => {
    expect(getNewTicketStatus(new Set(roles), named)).toBe(status);
  },
);

describe("deleting a ticket", () => {
  const problem = (status: StatusId, role: TicketRole, more = {}) =>
    getDeletionProblem({ status, roles: new Set([role]), mayDelete: true, scaleTicketNumber: null, ...more });

  test.each(STATUS_IDS)(
    "at status %i only the office may delete, and only an available, in-yard or cancelled ticket without a scale ticket",
    (status) => {
      const open = [STATUS.available, STATUS.inYard, STATUS.cancelled].some((s) => s === status);
      expect(problem(status, "creator") === null).toBe(open);
      expect(problem(status, "land_manager") === null).toBe(open);
      for (const role of OTHERS) expect(problem(status, role)?.kind).toBe("forbidden");
      expect(problem(status, "creator", { mayDelete: false })?.kind).toBe("forbidden");
      expect(problem(status, "creator", { scaleTicketNumber: "88812" })?.kind).toBe("notNow");
    },
  );

  it("the refusal of a deletion suggests cancelling only where it is possible", () => {
    expect(problem(STATUS.claimed, "creator")?.reason).toBe(
      "A Claimed ticket can't be deleted. Cancel it instead.",
    );
    expect(problem(STATUS.inTransit, "creator")?.reason).toBe("An In Transit ticket can't be deleted.");
    const scaled = { scaleTicketNumber: "88812" };
    expect(problem(STATUS.available, "creator", scaled)?.reason).toMatch(/Cancel it instead\.$/);
    expect(problem(STATUS.cancelled, "creator", scaled)?.reason).not.toMatch(/Cancel/);
  });
});
