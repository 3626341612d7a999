/** What a page's renderer is told of a browser that may hold the page already (server/revisits.ts). */
export type Revisit = {
  /** The tag of the page that the browser holds; null where it holds none. */
  holds: string | null;
  /** Whether the one who asks has been found to be signed in. */
  isSignedIn(): boolean;
  /** Notes that the page which is answered with now bears this tag, and which cookies go with it. */
  shown(tag: string, cookies: readonly string[]): void;
};

/** What of a request a page may look different by. */
export const VARIES = "Accept-Encoding, Save-Data, Cookie";

/** What tells a browser to keep a page, and to ask each time whether it is still the same. */
export const KEPT_HEADERS = { "Cache-Control": "private, no-cache", Vary: VARIES };
