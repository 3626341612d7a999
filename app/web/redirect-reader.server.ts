import { redirect } from "@remix-run/node";
import type { RouteArgs } from "./context.server";

/**
 * Redirect a person who opens a page, from its loader. After a post that was answered and not redirected, Remix runs the
 * page's loaders in the same request: a redirect there would discard the answer with its message, what was typed and its
 * cookies, so this does nothing then, and the loader must go on to return what its page shows beside the answer.
 */
export function redirectReader({ context }: Pick<RouteArgs, "context">, to: string): void {
  if (!context.isPost) throw redirect(to);
}
