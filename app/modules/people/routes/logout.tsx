import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { env } from "~/web/env.server";
import { toErrorResponse } from "~/web/form-action.server";
import { endSession } from "~/web/session.server";

/** The browser's cache of pages and photos is cleared with the session; its own settings (cookies) stay. */
const EMPTIED = { "Clear-Site-Data": '"cache"' };

/** Browsers obey the header only if it can't be forged on the network: over https, or on localhost. */
const browsersTrust = (site: string): boolean =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|$))/.test(site);

/** Signing out changes state, so it is a post; a URL opened by hand redirects home. */
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

/** Page route, so that a refusal is shown as a page; on success it redirects. */
export default function Posted() {
  return null;
}
