/** A link is a secret: no search engine keeps it, no other site is told of it, no browser stores its page. */
export const OWNER_META = (title: string) => [
  { title: `${title} · Timbertally` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];
export const OWNER_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};
