import { addDone } from "~/ui/done";
import { paths } from "~/web/paths";
import { type PostsByAddress, post } from "~/web/post.server";
import { acceptStatement } from "./data/accept.server";
import { deleteStatement } from "./data/delete-statement.server";
import { publishStatement } from "./data/publish.server";
import { takeBackStatement } from "./data/take-back.server";
import type { pages } from "./pages";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/reconcile/:statementId/acceptance": post(acceptStatement, {
    fixed: { statement_id: "statementId" },
    to: ({ accepted, refused }, { back }) => `${back}?accepted=${accepted}&refused=${refused}`,
  }),
  "/trip-tickets/reconcile/:statementId/publication": post(publishStatement, {
    fixed: { statement_id: "statementId" },
    to: ({ companies }, { back }) => `${back}?published=${companies}`,
  }),
  "/trip-tickets/reconcile/:statementId/removal": post(deleteStatement, {
    fixed: { statement_id: "statementId" },
    to: addDone(paths.reconcile, "row-deleted"),
  }),
  "/trip-tickets/reconcile/:statementId/taking-back": post(takeBackStatement, {
    fixed: { statement_id: "statementId" },
    to: ({ taken_back, refused }, { back }) => `${back}?taken=${taken_back}&refused=${refused}`,
  }),
};
