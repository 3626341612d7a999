import { type PostsOf, post } from "~/web/post.server";
import { acceptStatement } from "./accept.server";
import type { pages } from "./pages";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/trip-tickets/reconcile/:statementId/acceptance": post(acceptStatement, {
    fixed: { statement_id: "statementId" },
    to: ({ accepted, refused }, { back }) => `${back}?accepted=${accepted}&refused=${refused}`,
  }),
};
