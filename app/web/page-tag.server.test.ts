import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createRandom } from "#db/random";
import { computePageTag } from "./page-tag.server";

const NONCE = "q83vASNFZ4mrze8BI0VniQ==";
const tagOf = (page: string, nonce = NONCE) => computePageTag(Buffer.from(page), nonce);

it("pages with equal content have equal ETags, whatever their nonce and the time when a list was seen", () => {
  const page = (nonce: string, seen: string) =>
    `<style nonce="${nonce}"></style><input name="seen_at" value="${seen}"/>16′<script nonce="${nonce}"></script>`;
  const tag = tagOf(page(NONCE, "2026-11-27T10:00:00Z"));
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
  expect(tagOf(page("AAAAAAAAAAAAAAAAAAAAAA==", "9"), "AAAAAAAAAAAAAAAAAAAAAA==")).toBe(tag);
  expect(tagOf(page(NONCE, "2026-11-27T10:00:00Z").replace("16′", "12′"))).not.toBe(tag);
  // A nonce that belongs to another request is hashed like any other text.
  expect(tagOf(page("AAAAAAAAAAAAAAAAAAAAAA==", "9"))).not.toBe(tag);
});

it("a page with a single-use form has no ETag", () => {
  expect(tagOf('<form><input type="hidden" name="submission_id" value="1"/></form>')).toBeNull();
});

// Computes the hash in another way: removes the ignored parts from the text, then hashes the rest at once.
it("the ETag is the hash of the page without the ignored parts", () => {
  const random = createRandom(23);
  const pieces = [
    "<p>Red oak, 16′</p>",
    "é",
    NONCE,
    'name="seen_at" value="7"',
    'name="seen_at" value=""',
    '"',
    "",
  ];
  for (let page = 0; page < 300; page++) {
    const text = Array.from({ length: random.between(0, 11) }, () => random.pick(pieces)).join(
      random.pick(["", " "]),
    );
    const message = text.replaceAll(NONCE, "").replaceAll(/name="seen_at" value="[^"]*"/g, "");
    const hash = createHash("sha256").update(message).digest("base64url").slice(0, 27);
    expect(tagOf(text), text).toBe(`W/"${hash}"`);
  }
});
