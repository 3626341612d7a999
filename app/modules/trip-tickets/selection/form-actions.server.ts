import { paths } from "~/web/paths";
import { definePost, type PostsByAddress } from "~/web/post.server";
import { clearPicked, pickAllMatching } from "./data/selection.server";
import type { pages } from "./pages";

/** Form actions of this feature for forms on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/selection/all": definePost(pickAllMatching, { to: ({ back }) => paths.ticketList(back) }),
  "/trip-tickets/selection/clearing": definePost(clearPicked, { to: ({ back }) => paths.ticketList(back) }),
};
