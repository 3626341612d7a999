/* Routes by address, found once, so that Remix doesn't search all routes for every request. */

import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router";
import type { RequestHandler } from "express";

type Route = NonNullable<ServerBuild["routes"][string]>;
/** Selects a page's routes: the matched routes, and if needed the routes without a path below them. */
type PageRoutes = (routes: Record<string, Route>, matched: readonly string[]) => Record<string, Route>;
type Options = Omit<Parameters<typeof createRequestHandler>[0], "build"> & { build: ServerBuild };

/**
 * Maximum number of address shapes to cache. Tokens and words in paths create new shapes, and the least recently used
 * shape is removed.
 */
const SHAPES = 1_000;

/**
 * Handle each request with a Remix handler that contains only the address's own routes. Remix compiles every route's
 * pattern several times per request, so a handler with all routes becomes slower with each new page.
 */
export function createBranchHandler(options: Options, pageRoutes: PageRoutes): RequestHandler {
  const { build } = options;
  const whole = createRequestHandler(options);
  const handlers = new Map<string, RequestHandler>();
  const branchOf = createBranchFinder(build.routes);
  const all = getKnownRoutes(build.routes);
  return (req, res, next) => {
    // The manifest request, and a path that matches no route, need all routes.
    const ids = req.path === "/__manifest" ? null : branchOf(getPagePath(req.path));
    if (!ids) return whole(req, res, next);
    const key = ids.join(" ");
    const handler =
      handlers.get(key) ??
      createRequestHandler({ ...options, build: { ...build, routes: pageRoutes(all, ids) } });
    handlers.set(key, handler);
    return handler(req, res, next);
  };
}

/** Return the page path of a data request, as Remix determines it; other paths are returned unchanged. */
export const getPagePath = (path: string) =>
  path.endsWith(".data") ? path.replace(/\.data$/, "").replace(/^\/_root$/, "/") : path;

/** Return the manifest's routes by id, without ids that have no route. */
export const getKnownRoutes = (routes: ServerBuild["routes"]): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).flatMap(([id, route]) => (route ? [[id, route]] : [])));

/**
 * Find the ids of a path's routes, outermost first, or null if none matches. Remix's own matching decides, among the
 * routes whose first part matches the path. Results are cached by the path's shape, which treats all numbers alike.
 */
export function createBranchFinder(routes: ServerBuild["routes"]): (path: string) => string[] | null {
  const treeFor = treesByStart(buildRouteTree(routes));
  const cache = new Map<string, string[] | null>();
  return (path) => {
    const shape = path.replace(/(?<=\/)\d+(?=\/|$)/g, "0");
    let ids = cache.get(shape);
    if (ids === undefined)
      ids = matchRoutes(treeFor(shape), shape)?.map(({ route }) => String(route.id)) ?? null;
    // Move the shape to the end, so that the first one is the least recently used.
    cache.delete(shape);
    cache.set(shape, ids);
    const [oldest] = cache.keys();
    if (cache.size > SHAPES && oldest !== undefined) cache.delete(oldest);
    return ids;
  };
}

/** Return the first part of a path, decoded and in lower case as for route matching, or an empty string. */
function startOf(path: string): string {
  const [, start = ""] = path.split("/");
  try {
    return decodeURIComponent(start).toLowerCase();
  } catch {
    return "";
  }
}

/**
 * Select the routes whose first part can match a path, because matching compiles the pattern of every route passed to
 * it, which takes milliseconds for 400 routes.
 */
function treesByStart(whole: AgnosticRouteObject[]): (path: string) => AgnosticRouteObject[] {
  const startsAs = (start: string) =>
    function prune(tree: AgnosticRouteObject[]): AgnosticRouteObject[] {
      return tree.flatMap((route): AgnosticRouteObject[] => {
        if (route.path) {
          const [own = ""] = route.path.replace(/^\//, "").split("/");
          return /[:*?]/.test(own) || own.toLowerCase() === start ? [route] : [];
        }
        return route.index ? [route] : [{ ...route, children: prune(route.children ?? []) }];
      });
    };
  const trees = new Map<string, AgnosticRouteObject[]>();
  const starts = new Set<string>();
  const note = (tree: AgnosticRouteObject[]) => {
    for (const { path, children } of tree)
      if (path) starts.add(path.replace(/^\//, "").split("/")[0]?.toLowerCase() ?? "");
      else note(children ?? []);
  };
  note(whole);
  return (path) => {
    const start = startOf(path);
    if (!start) return whole;
    // All paths whose first part matches no route share one tree.
    const key = starts.has(start) ? start : "";
    const tree = trees.get(key) ?? startsAs(start)(whole);
    trees.set(key, tree);
    return tree;
  };
}

/** Convert the manifest's flat routes to the tree that Remix matches against. */
export function buildRouteTree(routes: ServerBuild["routes"], parent?: string): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, caseSensitive } = route;
    return route.index
      ? [{ id, path, caseSensitive, index: true }]
      : [{ id, path, caseSensitive, children: buildRouteTree(routes, id) }];
  });
}
