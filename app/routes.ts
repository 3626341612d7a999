import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";
import { frameAround, type KnownPage, PAGES, POSTS } from "./pages";
import { frameId } from "./web/page";

/** The tree of routes: each page inside the frame that stands around it, all signed-in pages inside the app's. */
const fileOf = ({ noun }: KnownPage, module: string) => `features/${noun}/pages/${module}`;

/**
 * A frame is a route without a path around its page and all below it, so that each page, the frame's own too, answers at
 * its whole address: a form that posts to where it stands reaches its page's action, never the frame's.
 */
function routeOf(page: KnownPage): RouteConfigEntry {
  const { address } = page;
  const file = fileOf(page, page.page);
  const own = address === "/" ? index(file, { id: address }) : route(address.slice(1), file, { id: address });
  if (!page.frame) return own;
  const frame = page.frame === true ? "thing.tsx" : fileOf(page, page.frame);
  return layout(frame, { id: frameId(address) }, [own, ...inFrame(address)]);
}

const inFrame = (frame: string | null): RouteConfigEntry[] =>
  PAGES.filter((page) => !page.bare && frameAround(page) === frame).map(routeOf);

/** The API: its description, for people and for programs, and one module for all calls, which finds them in its table. */
const API = [
  route("api/docs", "api/routes/docs.tsx", { id: "/api/docs" }),
  route("api/openapi.json", "api/routes/openapi.ts", { id: "/api/openapi.json" }),
  // The specification has some calls under /v1.
  ...["api/*", "v1/*"].map((path) => route(path, "api/routes/calls.ts", { id: `/${path}` })),
];

export default [
  layout("features/home/pages/frame.tsx", { id: "app" }, inFrame(null)),
  ...PAGES.filter(({ bare }) => bare).map(routeOf),
  ...POSTS.map(({ address }) => route(address.slice(1), "posted.tsx", { id: address })),
  ...API,
] satisfies RouteConfig;
