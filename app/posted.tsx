import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { postAt } from "./pages";
import { POSTED } from "./posts.server";
import { missing } from "./web/refusal";
import { asPage } from "./web/respond.server";

/** Answers at every address that a noun's pages.ts names as a post. */
function posted({ request }: LoaderFunctionArgs) {
  const entry = postAt(new URL(request.url).pathname);
  const post = entry && POSTED[entry.address];
  if (!post) throw asPage(missing());
  return { post, page: entry.post };
}

/** Opened by hand, it leads to the page that has the form. */
export function loader(args: LoaderFunctionArgs) {
  const { post, page } = posted(args);
  return redirect(post.back(page, args.params));
}

export function action(args: ActionFunctionArgs) {
  const { post, page } = posted(args);
  return post.carryOut(args, page);
}

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
