import { PAGES } from "../pages";
import { pickNearRoutes, pickOwnRoutes } from "./route-subset";

const HYDRATED = new Set(PAGES.filter(({ hydrate }) => hydrate).map(({ address }) => address));

/** Check whether the page of these routes is sent with React and its scripts. */
export const isHydrated = (matched: readonly string[]) => matched.some((id) => HYDRATED.has(id));

/** Return the routes needed to render the page of the matched ones. */
export const pageRoutes: typeof pickNearRoutes = (routes, matched) =>
  (isHydrated(matched) ? pickNearRoutes : pickOwnRoutes)(routes, matched);
