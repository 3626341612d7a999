import { pictureBytes } from "~/core/files/picture.server";
import { findAvatar } from "~/features/people/people-seen.server";
import { bytesLoader } from "~/web/bytes.server";
import { userContext } from "~/web/context.server";
import { asPage, call, idOf } from "~/web/respond.server";

export const loader = bytesLoader(async (args) => {
  const ctx = await userContext(args);
  const named = { user_id: idOf(args.params.userId), key: args.params.key ?? "" };
  const { key } = await call(findAvatar, ctx, named);
  return pictureBytes(ctx.db, key, args.request).catch((error: unknown) => {
    throw asPage(error);
  });
});
