import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { endSession } from "~/web/session.server";

/** Signing out changes something, so it is a post; an address opened by hand leads home. */
export const loader = () => redirect("/");

export async function action({ request }: ActionFunctionArgs) {
  return redirect("/login", { status: 303, headers: { "Set-Cookie": await endSession(request) } });
}
