import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";
import { getFrame, type KnownPage, PAGES, POSTS } from "./pages";
import { buildFrameId } from "./web/page";

/** Tree of routes: each page inside its frame, all signed-in pages inside the app's. */
const fileOf = ({ noun }: KnownPage, module: string) => `modules/${noun}/routes/${module}`;

/**
 * A frame is a route without a path around its page and all below it, so that each page, including the frame's own, has
 * its full address: a form that posts to its own address reaches its page's action, never the frame's.
 */
function routeOf(page: KnownPage): RouteConfigEntry {
  const { address } = page;
  const file = fileOf(page, page.page);
  const own = address === "/" ? index(file, { id: address }) : route(address.slice(1), file, { id: address });
  if (!page.frame) return own;
  const frame = page.frame === true ? "thing.tsx" : fileOf(page, page.frame);
  return layout(frame, { id: buildFrameId(address) }, [own, ...inFrame(address)]);
}

const inFrame = (frame: string | null): RouteConfigEntry[] =>
  PAGES.filter((page) => !page.bare && getFrame(page) === frame).map(routeOf);

/**
 * Routes of the API: its description, for people and for programs, and one module for all calls, which looks them up in
 * its table.
 */
const API = [
  route("api/docs", "api/routes/docs.tsx", { id: "/api/docs" }),
  route("api/openapi.json", "api/routes/openapi.ts", { id: "/api/openapi.json" }),
  // Existing clients send some calls to /v1.
  ...["api/*", "v1/*"].map((path) => route(path, "api/routes/calls.ts", { id: `/${path}` })),
];

export default [
  layout("modules/dashboard/routes/frame.tsx", { id: "app" }, inFrame(null)),
  ...PAGES.filter(({ bare }) => bare).map(routeOf),
  ...POSTS.map(({ address }) => route(address.slice(1), "post-route.tsx", { id: address })),
  ...API,
] satisfies RouteConfig;
