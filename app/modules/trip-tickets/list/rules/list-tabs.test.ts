import { expect, it, test } from "vitest";
import { parseFilter } from "../../rules/filter-query";
import {
  createTicketTabs,
  formatTabQuery,
  getCurrentTab,
  getFilterBeyondTab,
  isNarrowerThanTab,
} from "../../rules/list-tabs";
import { formatListTitle } from "../ui/filter-chips";
import { isShownInFilterRow } from "./filter-row-fields";
import { formatListTotal } from "./list-total";

const ME = 7;
const at = (query: string) => ({ view: "loads" as const, filter: parseFilter(new URLSearchParams(query)) });

test.each([
  ["", "loads"],
  ["trip_ticket_status_ids=2", "in_transit"],
  ["trip_ticket_status_ids=5,2,1", "open"],
  ["trip_ticket_status_ids=3&scaled=no", "to_scale"],
  ["trip_ticket_status_ids=3&job_ids=4", "done"],
  ["user_ids=7", "mine"],
  ["user_ids=8", "loads"],
  ["trip_ticket_status_ids=1,3", null],
])("the list with the query %j has the tab %j", (query, tab) => {
  expect(getCurrentTab(at(query), ME)).toBe(tab);
});

it("tab links keep the job filter and drop the previous tab's statuses", () => {
  const scaling = createTicketTabs(ME).find((tab) => tab.key === "to_scale");
  if (!scaling) throw new Error("no tab");
  const { filter } = at("trip_ticket_status_ids=2&job_ids=4&user_ids=7");
  expect(formatTabQuery(scaling, filter, ME, 50)).toBe(
    "rows=50&job_ids=4&trip_ticket_status_ids=3&scaled=no",
  );
});

it("shows chips only for filters beyond the tab's own, and no tab counts if there are more filters", () => {
  expect(getFilterBeyondTab(at("trip_ticket_status_ids=3&job_ids=4"), ME)).toEqual({ job_ids: [4] });
  expect(getFilterBeyondTab(at("trip_ticket_status_ids=1,3"), ME)).toEqual({
    trip_ticket_status_ids: [1, 3],
  });
  expect(isNarrowerThanTab(at("trip_ticket_status_ids=3").filter, ME)).toBe(false);
  expect(isNarrowerThanTab(at("job_ids=4").filter, ME)).toBe(true);
});

it("shows a desktop chip for filters that the filter row has no field for", () => {
  const { filter } = at("job_ids=4&mill_ids=1,2&dropped_off_start=2026-10-01&scaled=no&user_ids=7");
  expect(
    (["job_ids", "mill_ids", "dates", "scaled", "user_ids"] as const).filter((p) =>
      isShownInFilterRow(filter, p),
    ),
  ).toEqual(["job_ids", "dates"]);
  expect(isShownInFilterRow({ ...filter, date_field: "created_at" }, "dates")).toBe(false);
});

it("the printed title names the tab and its filters", () => {
  const shown = {
    ...at("trip_ticket_status_ids=3&scaled=no&job_ids=4&dropped_off_start=2026-10-01"),
    me: ME,
    q: "",
  };
  expect(formatListTitle(shown, [{ list: "job_ids", id: 4, label: "Deward Tract" }])).toBe(
    "To scale; Job: Deward Tract; Dropped off from Thu, Oct 1, 2026",
  );
  expect(formatListTitle({ ...at("scaled=yes"), me: ME, q: "1042" }, [])).toBe("Numbers: 1042; Scaled");
});

it("an API key has no tab for loads of its own", () => {
  expect(createTicketTabs(null).map((tab) => tab.key)).not.toContain("mine");
});

it("formats a list's totals, each unit separately", () => {
  const volumes = [
    { unit: 2, volume: 1_212_000 },
    { unit: 1, volume: 96_000 },
  ];
  expect(formatListTotal({ total: 44, capped: false, sums: { volumes, unscaled: 3 } })).toBe(
    "44 loads, 1,212 tons, 96 MBF, 3 unscaled",
  );
  expect(formatListTotal({ total: 1000, capped: true, sums: null })).toBe("More than 1,000 loads");
});
