import { data } from "@remix-run/node";
import type { RouteArgs } from "./context.server";
import { readForm } from "./form-action.server";

/**
 * Handle a post to a page with several buttons or several small forms: `intent` identifies the button, and `otherwise`
 * is the intent for the Enter key. The form is read once and passed on. An unknown intent returns 422.
 */
export async function dispatchIntent<R>(
  args: RouteArgs,
  choices: Record<string, (form: FormData) => Promise<R>>,
  otherwise?: string,
): Promise<R> {
  const form = await readForm(args.request);
  const sent = form.get("intent") ?? otherwise;
  const choice = typeof sent === "string" && Object.hasOwn(choices, sent) ? choices[sent] : undefined;
  if (!choice) throw data({ message: "Reload the page, then send the form." }, { status: 422 });
  return choice(form);
}
