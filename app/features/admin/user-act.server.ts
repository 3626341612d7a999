import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { userContext } from "~/web/context.server";
import type { Procedure } from "~/web/procedure";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";
import { getAnyUser } from "./users.server";

/** What each page that does something to a person's account tells of it. */
export async function loadUserAct(args: LoaderFunctionArgs) {
  const user = await call(getAnyUser, await userContext(args), { user_id: idOf(args.params.userId) });
  const { id, name, version, sessions, disabled_at, is_super_user } = user;
  return { id, name, version, sessions, disabled_at, is_super_user, submission_id: newSubmissionId() };
}

/** Does it, and goes back to the person. */
export function actOnUser<I extends z.ZodType, O>(procedure: Procedure<I, O>, args: ActionFunctionArgs) {
  const user_id = idOf(args.params.userId);
  return submit(procedure, args, { fixed: { user_id }, to: () => `/admin/users/${user_id}?done=saved` });
}
