import { definePost, type PostsByAddress } from "~/web/post.server";
import { resetTemplate } from "./data/templates.server";
import type { pages } from "./pages";
import { isTemplateType } from "./rules/columns";

/** Form actions of this feature whose forms are on other features' pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/export/templates/:type/reset": definePost(resetTemplate, {
    fixed: { type: "type" },
    words: { type: isTemplateType },
  }),
};
