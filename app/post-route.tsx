import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { POSTED } from "./form-actions.server";
import { findPost } from "./pages";
import { toErrorResponse } from "./web/form-action.server";
import { notFound } from "./web/refusal";

/** Return the post for an address that a feature's pages.ts lists. */
function posted({ request }: LoaderFunctionArgs) {
  const entry = findPost(new URL(request.url).pathname);
  const post = entry && POSTED[entry.address];
  if (!post) throw toErrorResponse(notFound());
  return { post, page: entry.post };
}

/** Redirect to the page that has the form if opened directly. */
export function loader(args: LoaderFunctionArgs) {
  const { post, page } = posted(args);
  return redirect(post.back(page, args.params));
}

export function action(args: ActionFunctionArgs) {
  const { post, page } = posted(args);
  return post.carryOut(args, page);
}

/** Route for showing a refusal as a page; success redirects. */
export default function Posted() {
  return null;
}
