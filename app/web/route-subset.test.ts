import { expect, test } from "vitest";
import { PAGES } from "../pages";
import { isHydrated, pickPageRoutes } from "./page-routes";
import { pickMatchedAndPathlessRoutes, pickMatchedRoutes } from "./route-subset";

const route = (id: string, parentId?: string, path?: string, index?: boolean) => ({
  id,
  parentId,
  path,
  index,
});
const routes = Object.fromEntries(
  [
    route("root", undefined, ""),
    route("_app", "root"),
    route("home", "_app", undefined, true),
    route("_auth", "root"),
    route("login", "_auth", "login"),
    route("jobs", "_app", "jobs"),
    route("jobs-list", "jobs", undefined, true),
    route("job", "jobs", ":id"),
    route("tickets", "_app", "trip-tickets"),
  ].map((r) => [r.id, r]),
);
const ids = (...matched: string[]) => Object.keys(pickMatchedAndPathlessRoutes(routes, matched)).sort();

test("picks a page's own routes, and routes below them that have no path", () => {
  expect(ids("root", "_app", "jobs", "job")).toEqual([
    "_app",
    "_auth",
    "home",
    "job",
    "jobs",
    "jobs-list",
    "root",
  ]);
});

test("picks the root and its routes without a path for a page that doesn't exist", () => {
  expect(ids("root")).toEqual(["_app", "_auth", "home", "root"]);
});

test("caches the routes of a page separately for each table of routes", () => {
  const matched = ["root", "_app", "jobs"];
  expect(pickMatchedAndPathlessRoutes(routes, matched)).toBe(pickMatchedAndPathlessRoutes(routes, matched));
  expect(pickMatchedAndPathlessRoutes({ ...routes }, matched)).not.toBe(
    pickMatchedAndPathlessRoutes(routes, matched),
  );
});

test("picks only matched routes for a page without scripts, and nearby routes too for a page with scripts", () => {
  const matched = ["root", "_app", "jobs", "job"];
  expect(Object.keys(pickMatchedRoutes(routes, matched)).sort()).toEqual([...matched].sort());
  expect(pickPageRoutes(routes, matched)).toBe(pickMatchedRoutes(routes, matched));
  const hydrated = PAGES.find(({ hydrate }) => hydrate)?.address ?? "";
  const more = { ...routes, [hydrated]: route(hydrated, "_app", "more") };
  expect([isHydrated(matched), isHydrated([hydrated])]).toEqual([false, true]);
  expect(pickPageRoutes(more, ["root", "_app", hydrated])).toBe(
    pickMatchedAndPathlessRoutes(more, ["root", "_app", hydrated]),
  );
});
