import { paths } from "~/web/paths";
import { type PostsByAddress, post } from "~/web/post.server";
import { clearPicked, pickAllMatching } from "./data/selection.server";
import type { pages } from "./pages";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/selection/all": post(pickAllMatching, { to: ({ back }) => paths.ticketList(back) }),
  "/trip-tickets/selection/clearing": post(clearPicked, { to: ({ back }) => paths.ticketList(back) }),
};
