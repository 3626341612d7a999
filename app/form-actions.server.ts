import type { Post } from "./web/post.server";

/** POST handlers of each feature; new features are included automatically. */
const NOUNS = import.meta.glob<Record<string, Post>>("./modules/**/form-actions.server.ts", {
  eager: true,
  import: "posts",
});

/** Handler of every POST of the app, by URL pattern. */
export const POST_HANDLERS: Readonly<Record<string, Post>> = Object.assign({}, ...Object.values(NOUNS));
