type Route = { id: string; parentId?: string; path?: string; index?: boolean };
type Routes<R> = Record<string, R>;

type Pick = <R extends Route>(routes: Routes<R>, matched: readonly string[]) => Routes<R>;

/** Works out each page's routes once, for each table of routes by itself. */
function keeping(wanted: (routes: Routes<Route>, matched: readonly string[]) => ReadonlySet<string>): Pick {
  const kept = new WeakMap<object, Map<string, object>>();
  return <R extends Route>(routes: Routes<R>, matched: readonly string[]): Routes<R> => {
    const pages = kept.get(routes) ?? new Map<string, Routes<R>>();
    kept.set(routes, pages);
    const page = matched.join(" ");
    const found = pages.get(page) as Routes<R> | undefined;
    if (found) return found;
    const ids = wanted(routes, matched);
    const made = Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
    pages.set(page, made);
    return made;
  };
}

/** Of all routes those that matched: a page that no script takes further needs no others, and no frame without a path matches. */
export const ownRoutes = keeping((_, matched) => new Set(matched));

/**
 * Of all routes those that a page is made of, and below them the ones without a path of their own: an index, a frame.
 * Without these a browser that navigates by itself would take a frame for the whole page; all others it asks for when
 * they are wanted.
 */
export const nearRoutes = keeping((routes, matched) => {
  const near = new Set(matched);
  for (let size = -1; size !== near.size; ) {
    size = near.size;
    for (const route of Object.values(routes))
      if ((route.index || !route.path) && route.parentId && near.has(route.parentId)) near.add(route.id);
  }
  return near;
});
