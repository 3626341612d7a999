import { expect, test } from "vitest";
import { getCrumbs } from "../crumbs";
import { createBreadcrumbHandle, getItemHeader, labelBreadcrumbs } from "./naming";

const jobFrame = createBreadcrumbHandle<() => { job: { name: string } }>({
  "/jobs/:jobId": ({ job }) => job.name,
});
const landing = createBreadcrumbHandle<() => { name: string | null }>({
  "/jobs/:jobId/landings/:landingId": ({ name }) => name,
});
const words = (path: string, matches: Parameters<typeof labelBreadcrumbs>[1]) =>
  labelBreadcrumbs(getCrumbs(path), matches)
    .slice(1)
    .map(({ label }) => label)
    .join(" / ");

test("a breadcrumb shows an item's name, and its URL keeps the id", () => {
  const params = { jobId: "1" };
  const matches = [{ handle: jobFrame, data: { job: { name: "Deward Tract" } }, params }];
  expect(words("/jobs/1/map", matches)).toBe("Jobs / Deward Tract / Map");
  expect(labelBreadcrumbs(getCrumbs("/jobs/1/map"), matches)[2]?.href).toBe("/jobs/1");
});

test("a breadcrumb shows the item's name also when the breadcrumb's URL has a query", () => {
  const data = { job: { name: "Deward Tract" } };
  const crumbs = [{ href: "/jobs/1?sort=name", label: "1" }];
  expect(labelBreadcrumbs(crumbs, [{ handle: jobFrame, data, params: { jobId: "1" } }])[0]?.label).toBe(
    "Deward Tract",
  );
});

test("a breadcrumb keeps the id for an item without a name and for a page whose data could not be loaded", () => {
  const params = { jobId: "1", landingId: "3" };
  expect(
    words("/jobs/1/landings/3", [
      { handle: jobFrame, data: undefined, params },
      { handle: landing, data: { name: null }, params },
      { handle: undefined, data: {}, params },
    ]),
  ).toBe("Jobs / 1 / Landings / 3");
});

test("the current page defines an item's header; the item's breadcrumb shows only its name", () => {
  const sheet = createBreadcrumbHandle<() => { number: number }>({
    "/sheets/:sheetId": ({ number }) => ({ name: `#${number}`, title: `Sheet #${number}`, lede: "Deward" }),
  });
  const shown = [
    { handle: jobFrame, data: { job: { name: "Deward Tract" } }, params: { jobId: "1" } },
    { handle: sheet, data: { number: 42 }, params: { sheetId: "5" } },
  ];
  expect(getItemHeader("/sheets/:sheetId", shown)).toEqual({
    name: "#42",
    title: "Sheet #42",
    lede: "Deward",
  });
  expect(getItemHeader("/jobs/:jobId", shown)).toEqual({ name: "Deward Tract" });
  expect(getItemHeader("/sheets/:sheetId", [{ handle: sheet, data: undefined, params: {} }])).toBeNull();
  expect(words("/sheets/5/voiding", shown)).toBe("Sheets / #42 / Voiding");
});
