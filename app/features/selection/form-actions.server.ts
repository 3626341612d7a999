import { paths } from "~/web/paths";
import { type PostsByAddress, post } from "~/web/post.server";
import type { pages } from "./pages";
import { clearPicked, pickAllMatching } from "./selection.server";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/selection/all": post(pickAllMatching, { to: ({ back }) => paths.ticketList(back) }),
  "/trip-tickets/selection/clearing": post(clearPicked, { to: ({ back }) => paths.ticketList(back) }),
};
