import { type PostsByAddress, post } from "~/web/post.server";
import { setInventoryUnit } from "./data/units.server";
import type { pages } from "./pages";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/inventory-unit": post(setInventoryUnit, {
    // Return to the page of the choice: the landing's if `?at=landing`, else the sorts'.
    to: (_, { back, request }) =>
      new URL(request.url).searchParams.get("at") === "landing" ? back.replace(/sorts$/, "landing") : back,
  }),
};
