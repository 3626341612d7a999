import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { env } from "~/web/env.server";
import { readForm } from "~/web/form-action.server";

export const loader = () => redirect("/profile");

/** Light pages (without the framework script) are chosen per browser, so a plain cookie stores the choice. */
export async function action({ request }: ActionFunctionArgs) {
  const light = (await readForm(request)).get("light") === "1";
  const secure = env().PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  return redirect("/profile", {
    status: 303,
    headers: {
      "Set-Cookie": `tt_light=${light ? "1" : "0"}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${secure}`,
    },
  });
}
