import { expect, test } from "vitest";
import { COMPANY_ENTITIES, combineCrewFlags, type Flags, JOB_ENTITIES } from "~/lib/access/crew-permissions";
import { PAGES } from "./pages";
import { getPathForOldTab, listCompanyTabs } from "./tabs";

test.each([
  ["?tab=people", "/company/people"],
  ["?tab=people&action=add&return_to=/jobs", "/company/people?action=add&return_to=%2Fjobs"],
  ["?tab=", null],
  ["?tab=prices", null],
  ["", null],
])("the old address %s redirects to %s", (search, path) => {
  expect(getPathForOldTab(new URLSearchParams(search))).toBe(path);
});

const OFF: Flags = { create: false, read: false, update: false, delete: false };
const crewWith = (reads: readonly string[]) =>
  combineCrewFlags([
    {
      isPrimary: false,
      rows: [...COMPANY_ENTITIES, ...JOB_ENTITIES].map((entity) => ({
        entity,
        ...OFF,
        read: reads.includes(entity),
      })),
    },
  ]);

test.each([
  ["company", "/company"],
  ["company_destination", "/company/destinations"],
  ["company_location", "/company/locations"],
  ["certification", "/company/certifications"],
  ["job", "/company/land-owners"],
])("a crew that may read only %s has one tab, %s", (entity, href) => {
  expect(listCompanyTabs(crewWith([entity])).map((tab) => tab.href)).toEqual([href]);
});

test("a crew that may read people sees the tabs with people and their activity", () => {
  expect(listCompanyTabs(crewWith(["crew_member"])).map((tab) => tab.label)).toEqual(["People", "History"]);
});

test("only admins see the tabs with permissions, keys and second factor", () => {
  const admin = listCompanyTabs(combineCrewFlags([{ isPrimary: true, rows: [] }])).map((tab) => tab.label);
  const crew = listCompanyTabs(combineCrewFlags([{ isPrimary: false, rows: [] }])).map((tab) => tab.label);
  expect(admin.filter((label) => !crew.includes(label))).toEqual([
    "Permissions",
    "API keys",
    "Second factor",
  ]);
});

const SPECIFIED = ["Company", "People", "Destinations", "Locations", "Certifications", "Permissions"];
test("company tabs are in the specified order, and each tab has a distinct position", () => {
  const all = listCompanyTabs(combineCrewFlags([{ isPrimary: true, rows: [] }])).map((tab) => tab.label);
  expect(all.filter((label) => SPECIFIED.includes(label))).toEqual(SPECIFIED);
  const places = PAGES.flatMap(({ tab }) => (tab ? [tab.place] : []));
  expect(new Set(places).size).toBe(places.length);
});
