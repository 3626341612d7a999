/** Data for a page's renderer about a browser that may already have the page (server/conditional-get.ts). */
export type Revisit = {
  /** Tag of the page that the browser has; null if none. */
  holds: string | null;
  /** Check whether the request's user is signed in. */
  isSignedIn(): boolean;
  /** Record that the page of the response has this tag, and the cookies sent with it. */
  shown(tag: string, cookies: readonly string[]): void;
};

/** Request headers that a page may depend on. */
export const VARY_HEADER = "Accept-Encoding, Save-Data, Cookie";

/** Headers that let a browser store a page, and check each time whether it is unchanged. */
export const PRIVATE_CACHE_HEADERS = { "Cache-Control": "private, no-cache", Vary: VARY_HEADER };
