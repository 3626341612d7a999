import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { acceptCertificationRequest } from "~/features/certifications/requests.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = () => redirect(paths.certifications);
export const action = (args: ActionFunctionArgs) =>
  postOnly(acceptCertificationRequest, args, paths.certifications, {
    certification_request_id: idOf(args.params.requestId),
  });

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
