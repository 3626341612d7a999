import { type PostsByAddress, post } from "~/web/post.server";
import { resetTemplate } from "./data/templates.server";
import type { pages } from "./pages";
import { isTemplateType } from "./rules/columns";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/export/templates/:type/reset": post(resetTemplate, {
    fixed: { type: "type" },
    words: { type: isTemplateType },
  }),
};
