import { describe, expect, it, test } from "vitest";
import {
  getTargetStatus,
  LIFECYCLE_RULES,
  LIFECYCLE_VERBS,
  listOfferedStatusChanges,
  planStatusChangeByVerb,
  planStatusChangeTo,
  type StepFacts,
  VERB_LABELS,
} from "./lifecycle";
import { STATUS, type StatusId, type TicketRole } from "./trip-ticket";

const NOW = "2026-11-16T19:05:00.000Z";
const EARLIER = "2026-11-16T12:00:00.000Z";

/** Names of the statuses, repeated here on purpose. */
const NAMES: Record<StatusId, string> = {
  1: "Claimed",
  2: "In Transit",
  3: "Completed",
  4: "Cancelled",
  5: "Paused",
  6: "In Yard",
  7: "Available",
};
const IDS = Object.keys(NAMES).map(Number) as StatusId[];

const LETTERS: Record<TicketRole, string> = {
  creator: "O",
  land_manager: "O",
  hauler: "H",
  job_hauler: "J",
  skidder: "S",
  job_skidder: "s",
  mill: "M",
  cutter: "C",
  land_owner: "L",
  authorizee: "A",
  job_cutter: "c",
  author: "a",
};
const ROLES = Object.keys(LETTERS) as TicketRole[];

/**
 * Allowed status changes, repeated from the table in docs/domain.md#life-cycle: O office, H hauler, J a hauler of the
 * job, S skidder, s a skidder of the job, M mill.
 */
const ALLOWED = `
  Available  -> Claimed    : O H J
  Available  -> In Yard    : O S s
  Available  -> Cancelled  : O
  In Yard    -> Available  : O S s
  In Yard    -> Claimed    : O H J
  In Yard    -> Cancelled  : O
  Claimed    -> In Transit : O H
  Claimed    -> Available  : O H
  Claimed    -> Paused     : O H
  Claimed    -> In Yard    : O
  Claimed    -> Cancelled  : O
  In Transit -> Completed  : O H M
  In Transit -> Paused     : O H
  In Transit -> In Yard    : O H
  Paused     -> Claimed    : O H
  Paused     -> In Transit : O H
  Paused     -> Cancelled  : O
  Completed  -> In Transit : O M
  Cancelled  -> Available  : O`;

const table = new Map(
  ALLOWED.trim()
    .split("\n")
    .map((line) => {
      const [way = "", who = ""] = line.split(":");
      return [way.replace(/\s+/g, " ").trim(), who.trim().split(" ")] as const;
    }),
);

function facts(status: StatusId, roles: TicketRole[], more: Partial<StepFacts> = {}): StepFacts {
  return {
    status,
    roles: new Set(roles),
    jobActive: true,
    settlementPaid: false,
    openLoadOfDriver: null,
    pickedUpAt: null,
    hasSkidder: false,
    ...more,
  };
}

function patch(status: StatusId, to: StatusId, more: Partial<StepFacts> = {}) {
  const step = planStatusChangeTo(facts(status, ["creator"], more), to);
  return step.ok ? step.sets(NOW) : step.reason;
}

const ways = IDS.flatMap((from) => IDS.map((to) => [from, to] as const));

test.each(ways)("from %i to %i: allows only the roles in the table", (from, to) => {
  const who = table.get(`${NAMES[from]} -> ${NAMES[to]}`);
  for (const role of ROLES) {
    const step = planStatusChangeTo(facts(from, [role]), to);
    const expected = who ? (who.includes(LETTERS[role]) ? "ok" : "forbidden") : "notNow";
    expect([role, step.ok ? "ok" : step.kind]).toEqual([role, expected]);
  }
});

test.each(ways.filter(([from, to]) => !table.has(`${NAMES[from]} -> ${NAMES[to]}`)))(
  "from %i to %i: refuses every role with a message",
  (from, to) => {
    const again = `This ticket is already ${NAMES[from]}.`;
    const article = from === 2 || from === 6 || from === 7 ? "An" : "A";
    expect(planStatusChangeTo(facts(from, ROLES), to)).toEqual({
      ok: false,
      kind: "notNow",
      reason: from === to ? again : `${article} ${NAMES[from]} ticket cannot become ${NAMES[to]}`,
    });
  },
);

it("explains why a status change is refused", () => {
  const answer = planStatusChangeTo(facts(STATUS.completed, ["creator"]), STATUS.claimed);
  expect(answer).toMatchObject({ reason: "A Completed ticket cannot become Claimed" });
});

it("reports that a repeated status change is already done", () => {
  const answer = planStatusChangeByVerb(facts(STATUS.completed, ["creator"]), "dropoff");
  expect(answer).toMatchObject({ ok: false, reason: "This ticket is already Completed." });
});

it("has one rule per transition, and one target status per verb", () => {
  const results = LIFECYCLE_RULES.flatMap((rule) =>
    rule.from.map((from) => `${NAMES[from]} -> ${NAMES[rule.to]}`),
  );
  expect(results.sort()).toEqual([...table.keys()].sort());
  for (const verb of LIFECYCLE_VERBS)
    expect(new Set(LIFECYCLE_RULES.filter((r) => r.verb === verb).map((r) => r.to))).toEqual(
      new Set([getTargetStatus(verb)]),
    );
});

test.each([
  [STATUS.available, STATUS.inYard],
  [STATUS.inYard, STATUS.available],
] as const)("from %i to %i: refuses a skidder of the job if the ticket names another skidder", (from, to) => {
  expect(planStatusChangeTo(facts(from, ["job_skidder"], { hasSkidder: true }), to).ok).toBe(false);
  expect(planStatusChangeTo(facts(from, ["skidder"], { hasSkidder: true }), to).ok).toBe(true);
  expect(planStatusChangeTo(facts(from, ["job_skidder", "creator"], { hasSkidder: true }), to).ok).toBe(true);
});

it("allows no status change to a company without a role", () => {
  for (const [from, to] of ways) expect(planStatusChangeTo(facts(from, []), to).ok).toBe(false);
  for (const from of IDS) expect(listOfferedStatusChanges(facts(from, []))).toEqual([]);
});

describe("fields set by a status change", () => {
  test.each([
    [STATUS.claimed, STATUS.inTransit, { picked_up_at: NOW }],
    [STATUS.paused, STATUS.inTransit, { picked_up_at: NOW }],
    [STATUS.inTransit, STATUS.completed, { dropped_off_at: NOW }],
    [STATUS.completed, STATUS.inTransit, { dropped_off_at: null }],
    [STATUS.inTransit, STATUS.paused, {}],
    [STATUS.inTransit, STATUS.inYard, {}],
    [STATUS.claimed, STATUS.inYard, {}],
    [STATUS.available, STATUS.claimed, {}],
    [STATUS.inYard, STATUS.available, {}],
    [STATUS.claimed, STATUS.cancelled, {}],
  ] as const)("sets the expected fields when the status changes from %i to %i", (from, to, sets) => {
    expect(patch(from, to)).toEqual({ trip_ticket_status_id: to, ...sets });
  });

  test.each([STATUS.claimed, STATUS.cancelled] as const)(
    "clears the hauler when the status changes from %i back to available",
    (from) => {
      expect(patch(from, STATUS.available)).toEqual({
        trip_ticket_status_id: STATUS.available,
        hauler_company_id: null,
        hauler_user_id: null,
        hauler_on_behalf_of_company_id: null,
      });
    },
  );

  it("keeps the pickup time over a pause, but not over a new claim of the load", () => {
    const before = { pickedUpAt: EARLIER };
    expect(patch(STATUS.paused, STATUS.inTransit, before)).toMatchObject({ picked_up_at: EARLIER });
    expect(patch(STATUS.claimed, STATUS.inTransit, before)).toMatchObject({ picked_up_at: NOW });
  });
});

describe("obstacles to a status change", () => {
  const reason = (f: StepFacts, to: StatusId) => {
    const step = planStatusChangeTo(f, to);
    return step.ok ? null : [step.kind, step.reason];
  };

  it("refuses claims on an inactive job, from a landing or a yard, but lets claimed loads continue", () => {
    const inactive = { jobActive: false };
    const lines = ["notNow", "This job is inactive. It can't take new tickets or claims."];
    expect(reason(facts(STATUS.available, ["creator"], inactive), STATUS.claimed)).toEqual(lines);
    expect(reason(facts(STATUS.inYard, ["job_hauler"], inactive), STATUS.claimed)).toEqual(lines);
    expect(reason(facts(STATUS.claimed, ["hauler"], inactive), STATUS.inTransit)).toBeNull();
    expect(reason(facts(STATUS.inTransit, ["hauler"], inactive), STATUS.completed)).toBeNull();
    expect(reason(facts(STATUS.paused, ["hauler"], inactive), STATUS.claimed)).toBeNull();
  });

  it("refuses another claim to a driver with a load in transit, if the company allows one load at a time", () => {
    const open = { openLoadOfDriver: { number: 1007, company: null } };
    expect(reason(facts(STATUS.available, ["job_hauler"], open), STATUS.claimed)).toEqual([
      "notNow",
      "Drop off ticket 1007 first. Your company takes one load at a time.",
    ]);
    expect(reason(facts(STATUS.claimed, ["hauler"], open), STATUS.inTransit)).toBeNull();
    const others = { openLoadOfDriver: { number: null, company: "Pine Haul" } };
    expect(reason(facts(STATUS.available, ["land_manager"], others), STATUS.claimed)).toEqual([
      "notNow",
      "The driver must drop off another load first. Pine Haul takes one load at a time.",
    ]);
  });

  it("refuses to reopen a completed ticket after its settlement was paid", () => {
    const paid = { settlementPaid: true };
    expect(reason(facts(STATUS.completed, ["creator"], paid), STATUS.inTransit)?.[0]).toBe("notNow");
    expect(reason(facts(STATUS.inTransit, ["hauler"], paid), STATUS.completed)).toBeNull();
  });

  it("a missing permission is reported before other obstacles", () => {
    const outsider = facts(STATUS.available, ["mill"], { jobActive: false });
    expect(reason(outsider, STATUS.claimed)?.[0]).toBe("forbidden");
  });
});

describe("choosing a status change by its verb", () => {
  it("accepts exactly the verbs that the table lists for a status", () => {
    for (const from of IDS)
      for (const verb of LIFECYCLE_VERBS) {
        const isRule = LIFECYCLE_RULES.some((r) => r.verb === verb && r.from.includes(from));
        const step = planStatusChangeByVerb(facts(from, ["creator"]), verb);
        expect([from, verb, step.ok]).toEqual([from, verb, isRule]);
        if (step.ok) expect(step.verb).toBe(verb);
      }
  });

  it("the verb resume doesn't claim a load, and the verb claim doesn't resume a load", () => {
    expect(planStatusChangeByVerb(facts(STATUS.available, ["job_hauler"]), "resume")).toEqual({
      ok: false,
      kind: "notNow",
      reason: 'This ticket is Available: use "Claim" instead.',
    });
    expect(planStatusChangeByVerb(facts(STATUS.paused, ["hauler"]), "claim")).toMatchObject({ ok: false });
  });
});

describe("status changes offered on a ticket", () => {
  const offered = (status: StatusId, roles: TicketRole[], more: Partial<StepFacts> = {}) =>
    listOfferedStatusChanges(facts(status, roles, more)).map((s) => (s.primary ? `${s.label}!` : s.label));

  test.each([
    [STATUS.available, ["job_hauler"], ["Claim!"]],
    [STATUS.available, ["creator"], ["Claim!", "Put in yard", "Cancel ticket"]],
    [STATUS.available, ["skidder"], ["Put in yard"]],
    [STATUS.inYard, ["land_manager"], ["Claim!", "Make available", "Cancel ticket"]],
    [STATUS.claimed, ["hauler"], ["Picked up!", "Release", "Pause"]],
    [STATUS.claimed, ["creator"], ["Picked up!", "Release", "Pause", "Put in yard", "Cancel ticket"]],
    [STATUS.inTransit, ["hauler"], ["Dropped off!", "Pause", "Put in yard"]],
    [STATUS.inTransit, ["mill"], ["Received!"]],
    [STATUS.inTransit, ["creator", "mill"], ["Dropped off!", "Pause", "Put in yard"]],
    [STATUS.paused, ["hauler"], ["Picked up!", "Back to claimed"]],
    [STATUS.paused, ["creator"], ["Picked up!", "Back to claimed", "Cancel ticket"]],
    [STATUS.completed, ["creator"], ["Reopen"]],
    [STATUS.completed, ["hauler"], []],
    [STATUS.cancelled, ["creator"], ["Make available!"]],
    [STATUS.available, ["land_owner"], []],
  ] as [StatusId, TicketRole[], string[]][])(
    "at status %i a company with the role %s is offered: %s",
    (status, roles, labels) => {
      expect(offered(status, roles)).toEqual(labels);
    },
  );

  it("doesn't offer status changes that would be refused", () => {
    expect(offered(STATUS.available, ["job_hauler"], { jobActive: false })).toEqual([]);
    expect(offered(STATUS.completed, ["creator"], { settlementPaid: true })).toEqual([]);
  });

  it("offers only allowed status changes, each once, with at most one as primary", () => {
    for (const from of IDS)
      for (const role of ROLES) {
        const steps = listOfferedStatusChanges(facts(from, [role]));
        expect(steps.every((s) => planStatusChangeByVerb(facts(from, [role]), s.verb).ok)).toBe(true);
        expect(new Set(steps.map((s) => s.to)).size).toBe(steps.length);
        expect(steps.filter((s) => s.primary).length).toBeLessThanOrEqual(1);
        expect(steps.findIndex((s) => s.primary)).toBeLessThanOrEqual(0);
      }
    expect(Object.keys(VERB_LABELS).sort()).toEqual([...LIFECYCLE_VERBS].sort());
  });
});
