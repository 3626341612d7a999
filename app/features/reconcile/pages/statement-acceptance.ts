import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { acceptStatement } from "~/features/reconcile/accept.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.statement(idOf(params.statementId)));

export async function action(args: ActionFunctionArgs) {
  const statement_id = idOf(args.params.statementId);
  return postOnly(
    acceptStatement,
    args,
    ({ accepted, refused }) => `${paths.statement(statement_id)}?accepted=${accepted}&refused=${refused}`,
    { statement_id },
  );
}

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
