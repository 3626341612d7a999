import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import type { Procedure } from "~/web/procedure";
import { createSubmissionId } from "~/web/submission-id.server";
import { getUserForAdmin } from "./users.server";

/** Load the account data shared by the pages that act on a person's account. */
export async function loadUserActionPage(args: LoaderFunctionArgs) {
  const user = await callProcedure(getUserForAdmin, await createUserContext(args), {
    user_id: parseId(args.params.userId),
  });
  const { id, name, version, sessions, disabled_at, is_super_user } = user;
  return { id, name, version, sessions, disabled_at, is_super_user, submission_id: createSubmissionId() };
}

/** Run the action, then redirect to the user's page. */
export function submitUserAction<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: ActionFunctionArgs,
) {
  const user_id = parseId(args.params.userId);
  return submit(procedure, args, { fixed: { user_id }, to: () => `/admin/users/${user_id}?done=saved` });
}
