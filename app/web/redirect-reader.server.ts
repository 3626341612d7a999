import { redirect } from "@remix-run/node";
import type { RouteArgs } from "./context.server";

/**
 * Redirect from a page's loader when a user opens the page. After a post that was not redirected, Remix also runs the
 * loaders. A redirect would then discard the post's response with its message, typed values and cookies, so this
 * function does nothing. The loader must continue and return the page's data.
 */
export function redirectOnGet({ context }: Pick<RouteArgs, "context">, to: string): void {
  if (!context.isPost) throw redirect(to);
}
