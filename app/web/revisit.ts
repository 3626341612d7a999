/** Functions and data for rendering a page to a browser that may already have it (server/conditional-get.ts). */
export type BrowserCacheState = {
  /** ETag of the page that the browser has; null if none. */
  holds: string | null;
  /** Check whether the request's user is signed in. */
  isSignedIn(): boolean;
  /** Record the ETag of the rendered page and the cookies sent with it. */
  shown(tag: string, cookies: readonly string[]): void;
};

/** Request headers that a page may depend on. */
export const VARY_HEADER = "Accept-Encoding, Save-Data, Cookie";

/** Headers that let a browser store a page, but require it to check before each use that the page is unchanged. */
export const PRIVATE_CACHE_HEADERS = { "Cache-Control": "private, no-cache", Vary: VARY_HEADER };
