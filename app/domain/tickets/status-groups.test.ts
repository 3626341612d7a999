import { expect, test } from "vitest";
import { tabsOf } from "./list-tabs";
import { groupStatuses, type StatusGroup } from "./status-groups";
import { STATUS_IDS, VIEWS } from "./trip-ticket";

const GROUPS: StatusGroup[] = ["delivered", "under_way", "available", "cancelled"];

test("puts every status into exactly one group", () => {
  expect(GROUPS.flatMap(groupStatuses).sort()).toEqual([...STATUS_IDS].sort());
});

test("gives the tabs of the list whole groups, so that no load is in two of them", () => {
  const tab = (key: string) => tabsOf(null).find((one) => one.key === key)?.filter.trip_ticket_status_ids;
  expect(tab("open")).toEqual(groupStatuses("under_way"));
  expect(tab("done")).toEqual(groupStatuses("delivered"));
  expect(tab("cancelled")).toEqual(groupStatuses("cancelled"));
  expect([...VIEWS.available.statuses].sort()).toEqual(groupStatuses("available").sort());
});
