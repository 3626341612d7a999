import { expect, test } from "vitest";
import { PAGES } from "../pages";
import { isHydrated, pageRoutes } from "./page-routes";
import { pickNearRoutes, pickOwnRoutes } from "./route-subset";

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
const ids = (...matched: string[]) => Object.keys(pickNearRoutes(routes, matched)).sort();

test("a page keeps its own routes, and below them what has no path of its own", () => {
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

test("a page that is not there keeps the root", () => {
  expect(ids("root")).toEqual(["_app", "_auth", "home", "root"]);
});

test("what was worked out once is kept, for each table of routes by itself", () => {
  const matched = ["root", "_app", "jobs"];
  expect(pickNearRoutes(routes, matched)).toBe(pickNearRoutes(routes, matched));
  expect(pickNearRoutes({ ...routes }, matched)).not.toBe(pickNearRoutes(routes, matched));
});

test("a page without scripts keeps the routes that matched, and one with scripts those near them too", () => {
  const matched = ["root", "_app", "jobs", "job"];
  expect(Object.keys(pickOwnRoutes(routes, matched)).sort()).toEqual([...matched].sort());
  expect(pageRoutes(routes, matched)).toBe(pickOwnRoutes(routes, matched));
  const hydrated = PAGES.find(({ hydrate }) => hydrate)?.address ?? "";
  const more = { ...routes, [hydrated]: route(hydrated, "_app", "more") };
  expect([isHydrated(matched), isHydrated([hydrated])]).toEqual([false, true]);
  expect(pageRoutes(more, ["root", "_app", hydrated])).toBe(pickNearRoutes(more, ["root", "_app", hydrated]));
});
