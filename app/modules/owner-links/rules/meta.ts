/**
 * The link is secret: search engines must not index it, other sites must not receive it, and browsers must not store
 * its page.
 */
export const getOwnerMeta = (title: string) => [
  { title: `${title} · Timbertally` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];
export const OWNER_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};
