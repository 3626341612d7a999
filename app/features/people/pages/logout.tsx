import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { env } from "~/web/env.server";
import { asPage } from "~/web/respond.server";
import { endSession } from "~/web/session.server";

/** What this browser has kept of pages and photos goes with the session; what is chosen for it (its cookies) stays. */
const EMPTIED = { "Clear-Site-Data": '"cache"' };

/** Browsers listen to it where nobody on the way could have said it: by https, or on this very machine. */
const browsersTrust = (site: string): boolean =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|$))/.test(site);

/** Signing out changes something, so it is a post; an address opened by hand leads home. */
export const loader = () => redirect("/");

export async function action({ request }: ActionFunctionArgs) {
  const forgotten = await endSession(request).catch((error: unknown) => {
    throw asPage(error);
  });
  return redirect("/login", {
    status: 303,
    headers: { "Set-Cookie": forgotten, ...(browsersTrust(env().PUBLIC_URL) ? EMPTIED : {}) },
  });
}

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
