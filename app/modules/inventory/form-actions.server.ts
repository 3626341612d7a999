import { definePost, type PostsByAddress } from "~/web/post.server";
import { setInventoryUnit } from "./data/units.server";
import type { pages } from "./pages";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/inventory-unit": definePost(setInventoryUnit, {
    // Return to the page where the unit was chosen: the landing page with `?at=landing`, or else the sorts page.
    to: (_, { back, request }) =>
      new URL(request.url).searchParams.get("at") === "landing" ? back.replace(/sorts$/, "landing") : back,
  }),
};
