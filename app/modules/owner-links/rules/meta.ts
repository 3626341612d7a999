/** A link is a secret: no search engine indexes it, no other site receives it, no browser stores its page. */
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
