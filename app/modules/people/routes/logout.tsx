import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { env } from "~/web/env.server";
import { toErrorResponse } from "~/web/form-action.server";
import { endSession } from "~/web/session.server";

/**
 * Header that clears the browser's cache of pages and photos at sign-out; cookies, which contain browser settings,
 * stay.
 */
const EMPTIED = { "Clear-Site-Data": '"cache"' };

/** Check whether browsers obey the header: only over https or on localhost, where it can't be forged on the network. */
const browsersTrust = (site: string): boolean =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|$))/.test(site);

/** Signing out changes state, so it requires a POST; opening the URL redirects home. */
export const loader = () => redirect("/");

export async function action({ request }: ActionFunctionArgs) {
  const forgotten = await endSession(request).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
  return redirect("/login", {
    status: 303,
    headers: { "Set-Cookie": forgotten, ...(browsersTrust(env().PUBLIC_URL) ? EMPTIED : {}) },
  });
}

/** A page component is required so that a refusal is shown as a page; a successful sign-out redirects. */
export default function Logout() {
  return null;
}
