import { paths } from "~/web/paths";
import { type PostsByAddress, post } from "~/web/post.server";
import type { pages } from "./pages";
import { assignTicked } from "./quick-assign.server";

/** Small forms of this feature that are on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/selection/hauler": post(assignTicked, { to: ({ id }) => paths.bulkRun(id) }),
};
