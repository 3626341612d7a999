import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureBytes } from "~/core/files/picture.server";
import { findAvatar } from "~/features/people/people-seen.server";
import { userContext } from "~/web/context.server";
import { asPage, call, idOf } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const named = { user_id: idOf(args.params.userId), key: args.params.key ?? "" };
  const { key } = await call(findAvatar, ctx, named);
  return pictureBytes(ctx.db, key, args.request).catch((error: unknown) => {
    throw asPage(error);
  });
}
