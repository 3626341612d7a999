import { redirect } from "@remix-run/node";
import type { RouteArgs } from "./context.server";

/**
 * Redirect a user who opens a page, from its loader. After a post that was not redirected, Remix runs the page's
 * loaders in the same request: a redirect there would discard the response with its message, the typed values and its
 * cookies, so this does nothing then, and the loader must go on to return what its page shows next to the response.
 */
export function redirectReplayReader({ context }: Pick<RouteArgs, "context">, to: string): void {
  if (!context.isPost) throw redirect(to);
}
