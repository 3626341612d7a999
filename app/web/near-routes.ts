type Route = { id: string; parentId?: string; path?: string; index?: boolean };
type Routes<R> = Record<string, R>;

const kept = new WeakMap<object, Map<string, object>>();

/**
 * Of all routes those that a page is made of, and below them the ones without a path of their own: an index, a frame.
 * Without these a browser that navigates by itself would take a frame for the whole page; all others it asks for when
 * they are wanted.
 */
export function nearRoutes<R extends Route>(routes: Routes<R>, matched: readonly string[]): Routes<R> {
  const pages = kept.get(routes) ?? new Map<string, Routes<R>>();
  kept.set(routes, pages);
  const page = matched.join(" ");
  const found = pages.get(page) as Routes<R> | undefined;
  if (found) return found;
  const near = new Set(matched);
  for (let size = -1; size !== near.size; ) {
    size = near.size;
    for (const route of Object.values(routes))
      if ((route.index || !route.path) && route.parentId && near.has(route.parentId)) near.add(route.id);
  }
  const made = Object.fromEntries(Object.entries(routes).filter(([id]) => near.has(id)));
  pages.set(page, made);
  return made;
}
