import { PAGES } from "../pages";
import { nearRoutes, ownRoutes } from "./near-routes";

const HYDRATED = new Set(PAGES.filter(({ hydrate }) => hydrate).map(({ address }) => address));

/** Whether the page of these routes is sent with React and its scripts. */
export const isHydrated = (matched: readonly string[]) => matched.some((id) => HYDRATED.has(id));

/** Of all routes those that answering with the page of these takes. */
export const pageRoutes: typeof nearRoutes = (routes, matched) =>
  (isHydrated(matched) ? nearRoutes : ownRoutes)(routes, matched);
