import { type PostsOf, post } from "~/web/post.server";
import { isTemplateType } from "./columns";
import type { pages } from "./pages";
import { resetTemplate } from "./templates.server";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/trip-tickets/export/templates/:type/reset": post(resetTemplate, {
    fixed: { type: "type" },
    words: { type: isTemplateType },
  }),
};
