import { flatRoutes } from "@remix-run/fs-routes";
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";
import { frameAround, frameId, type KnownPage, PAGES, POSTS } from "./pages";

/** The tree of routes: each page inside the frame that stands around it, all signed-in pages inside the app's. */
const fileOf = ({ noun }: KnownPage, module: string) => `features/${noun}/pages/${module}`;

/** The part of an address below another one's. */
const below = (address: string, frame: string | null) => address.slice(frame ? frame.length + 1 : 1);

function routeOf(page: KnownPage, frame: string | null): RouteConfigEntry {
  const { address } = page;
  const path = below(address, frame);
  const file = fileOf(page, page.page);
  if (!page.frame) return path ? route(path, file, { id: address }) : index(file, { id: address });
  const inside = [index(file, { id: address }), ...inFrame(address)];
  return route(path, fileOf(page, page.frame), { id: frameId(address) }, inside);
}

const inFrame = (frame: string | null): RouteConfigEntry[] =>
  PAGES.filter((page) => !page.bare && frameAround(page) === frame).map((page) => routeOf(page, frame));

export default [
  layout("features/home/pages/frame.tsx", { id: "app" }, inFrame(null)),
  ...PAGES.filter(({ bare }) => bare).map((page) => routeOf(page, null)),
  ...POSTS.map(({ address }) => route(below(address, null), "posted.tsx", { id: address })),
  ...(await flatRoutes({ ignoredRouteFiles: ["**/*.test.{ts,tsx}"] })),
] satisfies RouteConfig;
