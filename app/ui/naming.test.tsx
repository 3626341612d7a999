import { expect, test } from "vitest";
import { getCrumbs } from "../crumbs";
import { breadcrumbHandle, getHead, nameCrumbs } from "./naming";

const jobFrame = breadcrumbHandle<() => { job: { name: string } }>({ "/jobs/:jobId": ({ job }) => job.name });
const landing = breadcrumbHandle<() => { name: string | null }>({
  "/jobs/:jobId/landings/:landingId": ({ name }) => name,
});
const words = (path: string, matches: Parameters<typeof nameCrumbs>[1]) =>
  nameCrumbs(getCrumbs(path), matches)
    .slice(1)
    .map(({ label }) => label)
    .join(" / ");

test("a crumb whose part is an id carries the thing's name, and its address keeps the id", () => {
  const params = { jobId: "1" };
  const matches = [{ handle: jobFrame, data: { job: { name: "Deward Tract" } }, params }];
  expect(words("/jobs/1/map", matches)).toBe("Jobs / Deward Tract / Map");
  expect(nameCrumbs(getCrumbs("/jobs/1/map"), matches)[2]?.href).toBe("/jobs/1");
});

test("the name also stands where the crumb leads back to the same rows", () => {
  const data = { job: { name: "Deward Tract" } };
  const crumbs = [{ href: "/jobs/1?sort=name", label: "1" }];
  expect(nameCrumbs(crumbs, [{ handle: jobFrame, data, params: { jobId: "1" } }])[0]?.label).toBe(
    "Deward Tract",
  );
});

test("what has no name, and a page that could not be read, keep the id", () => {
  const params = { jobId: "1", landingId: "3" };
  expect(
    words("/jobs/1/landings/3", [
      { handle: jobFrame, data: undefined, params },
      { handle: landing, data: { name: null }, params },
      { handle: undefined, data: {}, params },
    ]),
  ).toBe("Jobs / 1 / Landings / 3");
});

test("the head of a thing is what the page that is shown says of it, and its crumb has the name alone", () => {
  const sheet = breadcrumbHandle<() => { number: number }>({
    "/sheets/:sheetId": ({ number }) => ({ name: `#${number}`, title: `Sheet #${number}`, lede: "Deward" }),
  });
  const shown = [
    { handle: jobFrame, data: { job: { name: "Deward Tract" } }, params: { jobId: "1" } },
    { handle: sheet, data: { number: 42 }, params: { sheetId: "5" } },
  ];
  expect(getHead("/sheets/:sheetId", shown)).toEqual({ name: "#42", title: "Sheet #42", lede: "Deward" });
  expect(getHead("/jobs/:jobId", shown)).toEqual({ name: "Deward Tract" });
  expect(getHead("/sheets/:sheetId", [{ handle: sheet, data: undefined, params: {} }])).toBeNull();
  expect(words("/sheets/5/voiding", shown)).toBe("Sheets / #42 / Voiding");
});
