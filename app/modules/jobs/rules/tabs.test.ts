import { expect, test } from "vitest";
import { combineCrewFlags } from "~/lib/access/crew-permissions";
import { PAGES } from "~/pages";
import { getJobRelation, getJobRights } from "./permissions";
import { getJobPageAccess, listJobTabs } from "./tabs";

const requester = getJobRights(getJobRelation(1, [], 1), combineCrewFlags([{ isPrimary: true, rows: [] }]));
const words = (tabs: ReturnType<typeof listJobTabs>) =>
  tabs.map(({ label, sections }) => `${label}: ${sections.map((s) => s.label).join(", ")}`);

test("groups a job's pages into six tabs, and keeps the address of each page", () => {
  const tabs = listJobTabs(getJobPageAccess(requester, true, true, true));
  expect(words(tabs)).toEqual([
    "Work: Overview, Landing, Checks",
    "Map: Map, Roads",
    "Sorts and rates: Sorts, Rates",
    "Money: Money",
    "People: Companies, Land owner, Comments",
    "Papers: Files, Photos, Blank sheets, History",
  ]);
  expect(tabs.flatMap(({ sections }) => sections.map(({ path }) => path))).toEqual(
    "|landing|checks|map|roads|sorts|rates|money|companies|owner|comments|files|photos|sheets|history".split(
      "|",
    ),
  );
});

test("a tab lists only pages that the user may see, and a tab without any is left out", () => {
  const rights = { ...requester, see_companies: false, see_owner: false, see_roads: false };
  const tabs = listJobTabs(getJobPageAccess(rights, false, false, false));
  expect(tabs.find(({ label }) => label === "People")?.sections[0]?.path).toBe("comments");
  expect(tabs.map(({ label }) => label)).not.toContain("Map");
  expect(tabs.map(({ label }) => label)).not.toContain("Money");
});

test("each page of a job has its own order number, and the pages of a tab are adjacent", () => {
  const sections = PAGES.flatMap(({ section, address }) => (section ? [{ ...section, address }] : []));
  expect(new Set(sections.map(({ place }) => place)).size).toBe(sections.length);
  for (const { address } of sections) expect(address).toMatch(/^\/jobs\/:jobId(\/[a-z]+)?$/);
  const inOrder = sections.sort((a, b) => a.place - b.place).map(({ tab }) => tab);
  expect(inOrder.filter((tab, i) => tab !== inOrder[i - 1])).toHaveLength(new Set(inOrder).size);
});
