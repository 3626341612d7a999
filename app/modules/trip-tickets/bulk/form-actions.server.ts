import { paths } from "~/web/paths";
import { type PostsByAddress, post } from "~/web/post.server";
import { assignTicked } from "./data/quick-assign.server";
import type { pages } from "./pages";

/** Small forms of this feature that are on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/selection/hauler": post(assignTicked, { to: ({ id }) => paths.bulkRun(id) }),
};
