import { createHash } from "node:crypto";

/** A form that is good once has an id of its own, as `ActionForm` writes it. */
const FORM_ID = 'name="submission_id"';
const SEEN_AT = 'name="seen_at" value="';

/**
 * The tag of a page in UTF-8, which two pages share if they say the same, whatever nonce their scripts have. Null where the page
 * has a form: its id is good for one form (a device that keeps it unsent would write the next one over it), so such a page is
 * another one each time.
 */
export function pageTag(page: Buffer, nonce: string): string | null {
  if (page.includes(FORM_ID)) return null;
  const hash = createHash("sha256");
  let from = 0;
  for (const [start, end] of leftOut(page, nonce)) {
    hash.update(page.subarray(from, start));
    from = end;
  }
  hash.update(page.subarray(from));
  return `W/"${hash.digest("base64url").slice(0, 27)}"`;
}

/** Which bytes aren't counted, from the front to the back. */
function leftOut(page: Buffer, nonce: string): [start: number, end: number][] {
  const cuts: [number, number][] = [];
  for (let at = nonce ? page.indexOf(nonce) : -1; at >= 0; at = page.indexOf(nonce, at + nonce.length))
    cuts.push([at, at + nonce.length]);
  // When a list was seen matters to what is done with it: an earlier moment is asked more about, never less.
  for (let at = page.indexOf(SEEN_AT); at >= 0; at = page.indexOf(SEEN_AT, at + SEEN_AT.length))
    cuts.push([at, page.indexOf('"', at + SEEN_AT.length) + 1]);
  return cuts.sort(([a], [b]) => a - b);
}
