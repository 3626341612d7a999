import { createHash } from "node:crypto";

/** Marker of a single-use form id in HTML, as `ActionForm` writes it. */
const FORM_ID = 'name="submission_id"';
const SEEN_AT = 'name="seen_at" value="';

/**
 * Return the ETag of a page in UTF-8, a hash of its content without script nonces. Null if the page has a form, because
 * a form's id is valid only once and must differ each time: a device that stores the unsent form would overwrite it
 * with the next form.
 */
export function computePageTag(page: Buffer, nonce: string): string | null {
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

/** Return the ranges of bytes to ignore, in order. */
function leftOut(page: Buffer, nonce: string): [start: number, end: number][] {
  const cuts: [number, number][] = [];
  for (
    let index = nonce ? page.indexOf(nonce) : -1;
    index >= 0;
    index = page.indexOf(nonce, index + nonce.length)
  )
    cuts.push([index, index + nonce.length]);
  // Ignore the time when a list was seen: an earlier time only makes more changes require confirmation, never fewer.
  for (
    let position = page.indexOf(SEEN_AT);
    position >= 0;
    position = page.indexOf(SEEN_AT, position + SEEN_AT.length)
  )
    cuts.push([position, page.indexOf('"', position + SEEN_AT.length) + 1]);
  return cuts.sort(([a], [b]) => a - b);
}
