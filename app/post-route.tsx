import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { POST_HANDLERS } from "./form-actions.server";
import { findPost } from "./pages";
import { toErrorResponse } from "./web/form-action.server";
import { notFound } from "./web/refusal";

/** Return the POST entry of the requested address, from a feature's `pages.ts`. */
function posted({ request }: LoaderFunctionArgs) {
  const entry = findPost(new URL(request.url).pathname);
  const post = entry && POST_HANDLERS[entry.address];
  if (!post) throw toErrorResponse(notFound());
  return { post, page: entry.post };
}

/** Redirect a directly opened POST address to the page that has its form. */
export function loader(args: LoaderFunctionArgs) {
  const { post, page } = posted(args);
  return redirect(post.back(page, args.params));
}

export function action(args: ActionFunctionArgs) {
  const { post, page } = posted(args);
  return post.carryOut(args, page);
}

/** Empty page for a POST address, so that an error can be shown as a page; success redirects. */
export default function PostErrorPage() {
  return null;
}
