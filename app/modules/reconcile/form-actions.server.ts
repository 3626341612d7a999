import { addDoneParam } from "~/ui/done";
import { paths } from "~/web/paths";
import { definePost, type PostsByAddress } from "~/web/post.server";
import { acceptStatement } from "./data/accept.server";
import { deleteStatement } from "./data/delete-statement.server";
import { publishStatement } from "./data/publish.server";
import { takeBackStatement } from "./data/take-back.server";
import type { pages } from "./pages";

/** Form actions for statements that don't have their own page. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/reconcile/:statementId/acceptance": definePost(acceptStatement, {
    fixed: { statement_id: "statementId" },
    to: ({ accepted, refused }, { back }) => `${back}?accepted=${accepted}&refused=${refused}`,
  }),
  "/trip-tickets/reconcile/:statementId/publication": definePost(publishStatement, {
    fixed: { statement_id: "statementId" },
    to: ({ companies }, { back }) => `${back}?published=${companies}`,
  }),
  "/trip-tickets/reconcile/:statementId/removal": definePost(deleteStatement, {
    fixed: { statement_id: "statementId" },
    to: addDoneParam(paths.reconcile, "row-deleted"),
  }),
  "/trip-tickets/reconcile/:statementId/taking-back": definePost(takeBackStatement, {
    fixed: { statement_id: "statementId" },
    to: ({ taken_back, refused }, { back }) => `${back}?taken=${taken_back}&refused=${refused}`,
  }),
};
