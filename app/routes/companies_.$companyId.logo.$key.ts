import type { LoaderFunctionArgs } from "@remix-run/node";
import { logoImage } from "~/features/companies/logo.server";
import { userContext } from "~/web/context.server";
import { asPage, idOf } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  return logoImage(ctx, idOf(args.params.companyId), args.params.key ?? "").catch((error: unknown) => {
    throw asPage(error);
  });
}
