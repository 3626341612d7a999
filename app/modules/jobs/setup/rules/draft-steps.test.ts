import { expect, test } from "vitest";
import { createEmptyDraft, type Draft, readDraft } from "./draft";
import {
  findResumeStep,
  getActiveStep,
  getContractorSection,
  getFirstUnfinishedStep,
  getMissingOverviewFields,
  getSortSection,
  isSortSectionFilled,
  listUnfinishedSteps,
} from "./draft-steps";
import { getStepOfPath } from "./words";

const OVERVIEW = {
  name: "Big Creek",
  start_date: "2026-11-21",
  us_state_id: 26,
  us_county_id: 26039,
  township: "T27N",
  range: "R2W",
  section: "28",
};
const PIN = { location_method: "pin", latitude: 44.7, longitude: -84.7 };
const entry = (flags: string[], company_id = 2) => ({
  company_id,
  ...Object.fromEntries(flags.map((f) => [f, true])),
});
const ALL = { companies: [entry(["is_land_manager", "is_cutter", "is_skidder", "is_hauler"])] };
const ASPEN = { product_type_id: 5, wood_unit_type_id: 2 };
const yard = (is_accepted: boolean) => ({
  company_location_id: 7,
  name: "Yard",
  product_mixes: [{ ...ASPEN, is_accepted }],
});
const draft = (...parts: object[]): Draft => readDraft(Object.assign({}, ...parts));

test.each([
  ["nothing saved", draft(), "map"],
  ["an overview alone", draft(OVERVIEW), "map"],
  ["a location", draft(OVERVIEW, PIN), "companies"],
  ["only some contractors", draft(OVERVIEW, PIN, { companies: [entry(["is_land_manager"])] }), "companies"],
  ["all contractors", draft(OVERVIEW, PIN, ALL), "sort-sheet"],
  ["a destination", draft(OVERVIEW, PIN, ALL, { destinations: [yard(true)] }), "rates"],
])("links the banner to the furthest step reached with %s", (_what, d, step) => {
  expect(findResumeStep(d)).toBe(step);
});

test.each([
  ["nothing", draft(), 1],
  ["an overview", draft(OVERVIEW), 2],
  ["a location", draft(OVERVIEW, PIN), 3],
  ["a skipped location", draft(OVERVIEW, { location_method: "skip" }), 3],
  ["a plan map that is not there yet", draft(OVERVIEW, { location_method: "pdf" }), 2],
  ["contractors", draft(OVERVIEW, PIN, ALL), 4],
  [
    "a sort sheet that takes nothing",
    draft(OVERVIEW, PIN, ALL, { products: [ASPEN], destinations: [yard(false)] }),
    4,
  ],
  ["a sort sheet", draft(OVERVIEW, PIN, ALL, { products: [ASPEN], destinations: [yard(true)] }), 6],
  ["all but the overview", draft(PIN, ALL, { products: [ASPEN], destinations: [yard(true)] }), 1],
])("returns the number of the current step with %s", (_what, d, step) => {
  expect(getActiveStep(d, "MI")).toBe(step);
});

test.each([
  ["companies", draft(), "overview"],
  ["map", draft(OVERVIEW), null],
  ["companies", draft(OVERVIEW), "map"],
  ["sort-sheet", draft(OVERVIEW, PIN), "companies"],
  ["rates", draft(OVERVIEW, PIN, ALL), "sort-sheet"],
  ["rates", draft(PIN, ALL, { products: [ASPEN], destinations: [yard(true)] }), "overview"],
  ["rates", draft(OVERVIEW, PIN, ALL, { products: [ASPEN], destinations: [yard(true)] }), null],
  ["companies", draft(OVERVIEW, PIN, ALL, { products: [ASPEN], destinations: [yard(true)] }), null],
] as const)("opens the step %s only after all earlier steps are done: case %#", (query, d, first) => {
  expect(getFirstUnfinishedStep(d, "MI", query)).toBe(first);
});

test("lists all setup steps that aren't done", () => {
  expect(listUnfinishedSteps(draft(OVERVIEW), "MI")).toEqual(["map", "companies", "sort-sheet"]);
});

const LAND = { township: "Township is required", range: "Range is required", section: "Section is required" };
test.each([
  ["MI", {}, {}],
  ["MI", { township: "", range: " ", section: "" }, LAND],
  ["MN", {}, { plss_meridian_code: "Principal meridian is required" }],
  ["MN", { plss_meridian_code: "46" }, {}],
  ["GA", { township: "", range: "", section: "" }, {}],
  [
    null,
    { us_state_id: null, us_county_id: null },
    { us_state_id: "State is required", us_county_id: "County is required" },
  ],
  ["MI", { name: " ", start_date: "" }, { name: "Name is required", start_date: "Start date is required" }],
  ["MI", { end_date: "2026-11-20" }, { end_date: "The end can't be before the start" }],
  ["MI", { end_date: "2026-11-21" }, {}],
])("in %s, an overview with the changes %j is missing %j", (state, change, lacks) => {
  expect(getMissingOverviewFields(draft(OVERVIEW, change), state)).toEqual(lacks);
});

test.each([
  [draft(), "hauler", "land_manager"],
  [draft({ companies: [entry(["is_land_manager", "is_cutter"])] }), "hauler", "skidder"],
  [draft({ companies: [entry(["is_land_manager", "is_cutter"])] }), "cutter", "cutter"],
  [draft(ALL), "hauler", "hauler"],
  [draft(ALL), null, "land_manager"],
  [draft(ALL), "pilot", "land_manager"],
  [draft({ companies: [entry(["is_land_manager", "is_skidder", "is_hauler"])] }), "hauler", "cutter"],
])("shows a contractor section only after all earlier sections have an entry: case %#", (d, query, shown) => {
  expect(getContractorSection(d, query)).toBe(shown);
});

test.each([
  [draft(), "product_mix", "products"],
  [draft({ products: [ASPEN] }), "product_mix", "destinations"],
  [draft({ products: [ASPEN], destinations: [yard(false)] }), "product_mix", "product_mix"],
  [draft({ destinations: [yard(false)] }), "destinations", "products"],
])(
  "shows products, then destinations, then the product mix, each after the previous section has an entry: case %#",
  (d, query, shown) => {
    expect(getSortSection(d, query)).toBe(shown);
  },
);

test("enables Next in a section only after the section has an entry", () => {
  const nothing = createEmptyDraft();
  for (const section of ["products", "destinations", "product_mix"] as const)
    expect(isSortSectionFilled(nothing, section)).toBe(false);
  expect(isSortSectionFilled(draft({ destinations: [yard(true)] }), "product_mix")).toBe(true);
});

test.each([
  ["/jobs/create/contractors", "companies"],
  ["/jobs/create/sorts", "sort-sheet"],
  ["/jobs/create/contract", "companies"],
  ["/jobs/create", null],
  ["/jobs/1", null],
])("maps the path %s to the step %s", (path, step) => {
  expect(getStepOfPath(path)).toBe(step);
});
