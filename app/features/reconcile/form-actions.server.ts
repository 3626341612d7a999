import { addDone } from "~/ui/done";
import { paths } from "~/web/paths";
import { type PostsByAddress, post } from "~/web/post.server";
import { acceptStatement } from "./accept.server";
import { deleteStatement } from "./delete-statement.server";
import type { pages } from "./pages";
import { publishStatement } from "./publish.server";
import { takeBackStatement } from "./take-back.server";

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
