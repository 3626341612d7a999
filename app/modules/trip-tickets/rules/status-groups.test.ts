import { expect, test } from "vitest";
import { createTabs } from "./list-tabs";
import { getGroupStatuses, type StatusGroup } from "./status-groups";
import { STATUS_IDS, VIEWS } from "./trip-ticket";

const GROUPS: StatusGroup[] = ["delivered", "under_way", "available", "cancelled"];

test("puts every status into exactly one group", () => {
  expect(GROUPS.flatMap(getGroupStatuses).sort()).toEqual([...STATUS_IDS].sort());
});

test("gives the tabs of the list whole groups, so that no load is in two of them", () => {
  const tab = (key: string) =>
    createTabs(null).find((item) => item.key === key)?.filter.trip_ticket_status_ids;
  expect(tab("open")).toEqual(getGroupStatuses("under_way"));
  expect(tab("done")).toEqual(getGroupStatuses("delivered"));
  expect(tab("cancelled")).toEqual(getGroupStatuses("cancelled"));
  expect([...VIEWS.available.statuses].sort()).toEqual(getGroupStatuses("available").sort());
});
