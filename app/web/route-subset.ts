type Route = { id: string; parentId?: string; path?: string; index?: boolean };
type Routes<R> = Record<string, R>;

type Pick = <R extends Route>(routes: Routes<R>, matched: readonly string[]) => Routes<R>;

/** Cache each page's routes, separately for each table of routes. */
function keeping(wanted: (routes: Routes<Route>, matched: readonly string[]) => ReadonlySet<string>): Pick {
  const weakMap = new WeakMap<object, Map<string, object>>();
  return <R extends Route>(routes: Routes<R>, matched: readonly string[]): Routes<R> => {
    const pages = weakMap.get(routes) ?? new Map<string, Routes<R>>();
    weakMap.set(routes, pages);
    const page = matched.join(" ");
    const match = pages.get(page) as Routes<R> | undefined;
    if (match) return match;
    const ids = wanted(routes, matched);
    const created = Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
    pages.set(page, created);
    return created;
  };
}

/** Return only the matched routes. A page from which no script navigates needs no others. */
export const pickMatchedRoutes = keeping((_, matched) => new Set(matched));

/**
 * Return the matched routes and the routes below them without a path: indexes and frames. Without these routes, a
 * browser that navigates by script would mistake a frame for the whole page. The browser requests other routes when
 * needed.
 */
export const pickMatchedAndPathlessRoutes = keeping((routes, matched) => {
  const near = new Set(matched);
  for (let size = -1; size !== near.size; ) {
    size = near.size;
    for (const route of Object.values(routes))
      if ((route.index || !route.path) && route.parentId && near.has(route.parentId)) near.add(route.id);
  }
  return near;
});
