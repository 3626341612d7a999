import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { isTemplateType } from "~/features/exports/columns";
import { resetTemplate } from "~/features/exports/templates.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { missing } from "~/web/refusal";
import { asPage } from "~/web/respond.server";

function typeOf(type: string | undefined) {
  if (!isTemplateType(type)) throw asPage(missing());
  return type;
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.exportTemplate(typeOf(params.type)));

export async function action(args: ActionFunctionArgs) {
  const type = typeOf(args.params.type);
  return postOnly(resetTemplate, args, paths.exportTemplate(type), { type });
}

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
