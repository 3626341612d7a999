import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";
import { getFrame, PAGES, POST_ENTRIES, type RegisteredPage } from "./pages";
import { buildFrameRouteId } from "./web/page";

/**
 * Route tree: each page inside its frame, and all signed-in pages inside the app's frame. `fileOf` returns the file of
 * a page's module.
 */
const fileOf = ({ noun }: RegisteredPage, module: string) => `modules/${noun}/routes/${module}`;

/**
 * Return the route of a page. A frame is a route without a path around its own page and all pages below. Each page,
 * including the frame's own, thus has its full address: a form that posts to its own address reaches its page's action,
 * never the frame's.
 */
function routeOf(page: RegisteredPage): RouteConfigEntry {
  const { address } = page;
  const file = fileOf(page, page.page);
  const own = address === "/" ? index(file, { id: address }) : route(address.slice(1), file, { id: address });
  if (!page.frame) return own;
  const frame = page.frame === true ? "thing.tsx" : fileOf(page, page.frame);
  return layout(frame, { id: buildFrameRouteId(address) }, [own, ...inFrame(address)]);
}

const inFrame = (frame: string | null): RouteConfigEntry[] =>
  PAGES.filter((page) => !page.bare && getFrame(page) === frame).map(routeOf);

/**
 * API routes: the API description for people and for programs, and a single module for all calls, which finds each call
 * in its table.
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
  ...POST_ENTRIES.map(({ address }) => route(address.slice(1), "post-route.tsx", { id: address })),
  ...API,
] satisfies RouteConfig;
