import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureBytes } from "~/core/files/picture.server";
import { findLogo } from "~/features/companies/logo.server";
import { userContext } from "~/web/context.server";
import { asPage, call, idOf } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const named = { company_id: idOf(args.params.companyId), key: args.params.key ?? "" };
  const { key } = await call(findLogo, ctx, named);
  return pictureBytes(ctx.db, key, args.request).catch((error: unknown) => {
    throw asPage(error);
  });
}
