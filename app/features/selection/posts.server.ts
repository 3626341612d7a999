import { paths } from "~/web/paths";
import { type PostsOf, post } from "~/web/post.server";
import type { pages } from "./pages";
import { clearPicked, pickAllMatching } from "./selection.server";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/trip-tickets/selection/all": post(pickAllMatching, { to: ({ back }) => paths.ticketList(back) }),
  "/trip-tickets/selection/clearing": post(clearPicked, { to: ({ back }) => paths.ticketList(back) }),
};
