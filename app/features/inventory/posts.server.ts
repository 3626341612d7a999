import { type PostsOf, post } from "~/web/post.server";
import type { pages } from "./pages";
import { setInventoryUnit } from "./units.server";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/jobs/:jobId/inventory-unit": post(setInventoryUnit, {
    // Back to the page that it was chosen on: the landing's where `?at=landing`, else the sorts'.
    to: (_, { back, request }) =>
      new URL(request.url).searchParams.get("at") === "landing" ? back.replace(/sorts$/, "landing") : back,
  }),
};
