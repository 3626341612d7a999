import { expect, test } from "vitest";
import { STATE_OWNER_REPORT_RULES } from "#db/reference/state-owner-rules";
import { computeOwnerReportDeadline, type OwnerReportFacts } from "./owner-clock";

const rule = (state: number) => {
  const match = STATE_OWNER_REPORT_RULES.find((r) => r.state === state);
  if (!match) throw new Error(`no rule for ${state}`);
  return match;
};
const NOTHING: OwnerReportFacts = {
  harvest_ended_on: null,
  asked_on: [],
  first_unreported: null,
  reports: [],
};
const due = (state: number, facts: Partial<OwnerReportFacts>, today: string) => {
  const clock = computeOwnerReportDeadline(rule(state), { ...NOTHING, ...facts }, today);
  return [clock.state, clock.due_on, clock.days];
};

test("Alabama: report is due ten days after the harvest, also across a leap day or a year's end", () => {
  expect(due(1, {}, "2028-02-20")).toEqual(["waiting", null, null]);
  expect(due(1, { harvest_ended_on: "2028-02-20" }, "2028-02-22")).toEqual(["due", "2028-03-01", 8]);
  expect(due(1, { harvest_ended_on: "2027-02-20" }, "2027-02-22")).toEqual(["due", "2027-03-02", 8]);
  expect(due(1, { harvest_ended_on: "2026-12-28" }, "2027-01-08")).toEqual(["due", "2027-01-07", -1]);
});

test("a report meets the deadline only if it was given after the harvest and covers every load", () => {
  const ended = { harvest_ended_on: "2026-06-01" };
  const before = { delivered_on: "2026-05-20", covers_to: "2026-05-19" };
  const after = { delivered_on: "2026-06-05", covers_to: "2026-06-05" };
  expect(due(45, { ...ended, reports: [before] }, "2026-06-10")).toEqual(["due", "2026-07-01", 21]);
  expect(due(45, { ...ended, reports: [after] }, "2026-06-10")).toEqual(["met", null, null]);
  expect(due(45, { ...ended, reports: [after], first_unreported: "2026-05-30" }, "2026-06-10")[0]).toBe(
    "due",
  );
});

test("Texas: report is due 45 days after each delivery that no report covers", () => {
  const reports = [{ delivered_on: "2026-03-10", covers_to: "2026-03-09" }];
  expect(due(48, { first_unreported: "2026-03-01" }, "2026-03-05")).toEqual(["due", "2026-04-15", 41]);
  expect(due(48, { first_unreported: "2026-03-12", reports }, "2026-03-15")).toEqual([
    "due",
    "2026-04-26",
    42,
  ]);
  expect(due(48, { reports }, "2026-03-15")[0]).toBe("met");
  expect(due(48, {}, "2026-03-15")[0]).toBe("waiting");
});

test("Virginia: report is due 30 days after the owner's first unanswered request", () => {
  const asked_on = ["2026-01-10", "2026-02-01", "2026-02-20"];
  expect(due(51, { asked_on }, "2026-02-20")).toEqual(["due", "2026-02-09", -11]);
  const reports = [{ delivered_on: "2026-02-05", covers_to: "2026-02-01" }];
  expect(due(51, { asked_on, reports }, "2026-02-21")).toEqual(["due", "2026-03-22", 29]);
});

test("a report given on the day of a request answers that request", () => {
  const reports = [{ delivered_on: "2026-02-01", covers_to: "2026-02-01" }];
  expect(due(51, { asked_on: ["2026-02-01"], reports }, "2026-02-02")[0]).toBe("met");
});
