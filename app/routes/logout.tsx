import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { asPage } from "~/web/respond.server";
import { endSession } from "~/web/session.server";

/** Signing out changes something, so it is a post; an address opened by hand leads home. */
export const loader = () => redirect("/");

export async function action({ request }: ActionFunctionArgs) {
  const forgotten = await endSession(request).catch((error: unknown) => {
    throw asPage(error);
  });
  return redirect("/login", { status: 303, headers: { "Set-Cookie": forgotten } });
}

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
