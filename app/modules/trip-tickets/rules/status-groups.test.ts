import { expect, test } from "vitest";
import { createTicketTabs } from "./list-tabs";
import { getGroupStatuses, type StatusGroup } from "./status-groups";
import { STATUS_IDS, TICKET_VIEWS } from "./trip-ticket";

const GROUPS: StatusGroup[] = ["delivered", "under_way", "available", "cancelled"];

test("puts every status into exactly one group", () => {
  expect(GROUPS.flatMap(getGroupStatuses).sort()).toEqual([...STATUS_IDS].sort());
});

test("gives each tab a whole status group, so that no load is in two tabs", () => {
  const tab = (key: string) =>
    createTicketTabs(null).find((item) => item.key === key)?.filter.trip_ticket_status_ids;
  expect(tab("open")).toEqual(getGroupStatuses("under_way"));
  expect(tab("done")).toEqual(getGroupStatuses("delivered"));
  expect(tab("cancelled")).toEqual(getGroupStatuses("cancelled"));
  expect([...TICKET_VIEWS.available.statuses].sort()).toEqual(getGroupStatuses("available").sort());
});
