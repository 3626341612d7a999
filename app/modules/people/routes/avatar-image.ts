import { buildPictureResponse } from "~/lib/files/picture.server";
import { createFileLoader } from "~/web/bytes.server";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, toErrorResponse } from "~/web/form-action.server";
import { findAvatar } from "../data/people-seen.server";

export const loader = createFileLoader(async (args) => {
  const ctx = await createUserContext(args);
  const named = { user_id: parseId(args.params.userId), key: args.params.key ?? "" };
  const { key } = await callProcedure(findAvatar, ctx, named);
  return buildPictureResponse(ctx.db, key, args.request).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
});
