/* Routes of each address, found once, so that Remix need not search all of them for every request. */

import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router";
import type { RequestHandler } from "express";

type Route = NonNullable<ServerBuild["routes"][string]>;
/** Select the routes of a page: those that matched, and maybe some below them without a path. */
type PageRoutes = (routes: Record<string, Route>, matched: readonly string[]) => Record<string, Route>;
type Options = Omit<Parameters<typeof createRequestHandler>[0], "build"> & { build: ServerBuild };

/** Maximum number of address shapes to remember. Tokens and words in a path add new ones; the oldest goes. */
const SHAPES = 1_000;

/**
 * Answer each request by a Remix handler over the few routes of its branch. Remix compiles the pattern of every route
 * for every request, several times, so a handler over all routes costs more with each new page.
 */
export function branchHandler(options: Options, pageRoutes: PageRoutes): RequestHandler {
  const { build } = options;
  const whole = createRequestHandler(options);
  const handlers = new Map<string, RequestHandler>();
  const branchOf = branches(build.routes);
  const all = knownRoutes(build.routes);
  return (req, res, next) => {
    // The manifest request needs all routes; so does a path that matches none.
    const ids = req.path === "/__manifest" ? null : branchOf(pagePath(req.path));
    if (!ids) return whole(req, res, next);
    const key = ids.join(" ");
    const handler =
      handlers.get(key) ??
      createRequestHandler({ ...options, build: { ...build, routes: pageRoutes(all, ids) } });
    handlers.set(key, handler);
    return handler(req, res, next);
  };
}

/** Return the page whose data is requested at `path`, as Remix reads it; else the path itself. */
export const pagePath = (path: string) =>
  path.endsWith(".data") ? path.replace(/\.data$/, "").replace(/^\/_root$/, "/") : path;

/** Return the manifest's routes by id, without ids that have no route. */
export const knownRoutes = (routes: ServerBuild["routes"]): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).flatMap(([id, route]) => (route ? [[id, route]] : [])));

/**
 * Find the ids of the routes that match a path, outermost first, or null. Remix's own matching decides, among the
 * routes that begin like the path; its result is cached by the path's shape, in which every number is the same.
 */
export function branches(routes: ServerBuild["routes"]): (path: string) => string[] | null {
  const treeFor = treesByStart(treeOf(routes));
  const cache = new Map<string, string[] | null>();
  return (path) => {
    const shape = path.replace(/(?<=\/)\d+(?=\/|$)/g, "0");
    let ids = cache.get(shape);
    if (ids === undefined)
      ids = matchRoutes(treeFor(shape), shape)?.map(({ route }) => String(route.id)) ?? null;
    // The newest comes last, so the first is the least recently used.
    cache.delete(shape);
    cache.set(shape, ids);
    const [oldest] = cache.keys();
    if (cache.size > SHAPES && oldest !== undefined) cache.delete(oldest);
    return ids;
  };
}

/** Return the first part of a path, as matching reads it, or an empty text. */
function startOf(path: string): string {
  const [, start = ""] = path.split("/");
  try {
    return decodeURIComponent(start).toLowerCase();
  } catch {
    return "";
  }
}

/**
 * Select a tree's routes that can match a path by its first part: matching compiles the patterns of all routes passed
 * to it, which for 400 routes takes milliseconds.
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
    // Paths that begin like no route share one tree.
    const key = starts.has(start) ? start : "";
    const tree = trees.get(key) ?? startsAs(start)(whole);
    trees.set(key, tree);
    return tree;
  };
}

/** Convert the manifest's flat routes to the tree that Remix matches against. */
export function treeOf(routes: ServerBuild["routes"], parent?: string): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, caseSensitive } = route;
    return route.index
      ? [{ id, path, caseSensitive, index: true }]
      : [{ id, path, caseSensitive, children: treeOf(routes, id) }];
  });
}
