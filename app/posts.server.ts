import type { Post } from "./web/post.server";

/** Each noun's own; a new one is in it by itself. */
const NOUNS = import.meta.glob<Record<string, Post>>("./features/*/posts.server.ts", {
  eager: true,
  import: "posts",
});

/** What every post of the app carries out, by its address. */
export const POSTED: Readonly<Record<string, Post>> = Object.assign({}, ...Object.values(NOUNS));
