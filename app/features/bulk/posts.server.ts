import { paths } from "~/web/paths";
import { type PostsOf, post } from "~/web/post.server";
import type { pages } from "./pages";
import { assignTicked } from "./quick-assign.server";

/** The small forms of this noun that are on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/trip-tickets/selection/hauler": post(assignTicked, { to: ({ id }) => paths.bulkRun(id) }),
};
