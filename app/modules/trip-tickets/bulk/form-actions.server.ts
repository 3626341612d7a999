import { paths } from "~/web/paths";
import { definePost, type PostsByAddress } from "~/web/post.server";
import { assignHaulerToLoads } from "./data/quick-assign.server";
import type { pages } from "./pages";

/** Form actions of this feature whose forms are on other features' pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/selection/hauler": definePost(assignHaulerToLoads, { to: ({ id }) => paths.bulkRun(id) }),
};
