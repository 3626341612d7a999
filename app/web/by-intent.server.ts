import { data } from "@remix-run/node";
import type { RouteArgs } from "./context.server";
import { readForm } from "./respond.server";

/**
 * A page whose form has several buttons, or that has several small forms: `intent` says which was pressed, `otherwise`
 * what Enter means. The form is read once and handed on. An intent that the page does not have is 422.
 */
export async function byIntent<R>(
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
