import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { userContext } from "~/web/context.server";
import { missing } from "~/web/refusal";
import { asPage } from "~/web/respond.server";

/** The admin area has one room so far. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await userContext(args);
  if (!actor.user?.is_super_user) throw asPage(missing());
  return redirect("/admin/outbox");
}
