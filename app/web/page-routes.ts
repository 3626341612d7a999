import { PAGES } from "../pages";
import { pickMatchedAndPathlessRoutes, pickMatchedRoutes } from "./route-subset";

const HYDRATED = new Set(PAGES.filter(({ hydrate }) => hydrate).map(({ address }) => address));

/** Check whether the page with these routes is sent with React and its scripts. */
export const isHydrated = (matched: readonly string[]) => matched.some((id) => HYDRATED.has(id));

/** Return the routes needed to render the page with these matched routes. */
export const pickPageRoutes: typeof pickMatchedAndPathlessRoutes = (routes, matched) =>
  (isHydrated(matched) ? pickMatchedAndPathlessRoutes : pickMatchedRoutes)(routes, matched);
