import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findPageAddress, PAGES, POST_ENTRIES } from "../../app/pages";
import { fillSampleNames } from "../../e2e/http/support/names";
import { EXPECTED_RESPONSES, PAGES_BY_VIEWER as LOOKS, SIMILAR_PAGES } from "../../e2e/support/expectations";

/** Pages without content of their own: they only redirect, and their default export only shows refusals. */
const LEAD_ON = [
  "/jobs/create",
  "/login/code",
  "/login/passkey",
  "/logout",
  "/onboarding",
  // Only a script can create a passkey; `e2e/second-factor.spec.ts` checks the passkey pages.
  "/profile/second-factor/passkeys/:passkeyId/name",
  "/profile/second-factor/passkeys/:passkeyId/removal",
  "/profile/second-factor/passkeys/made",
];

const pathOf = (address: string) => address.split(/[?#]/)[0] ?? "";

test("the access matrix has expectations for every page and post", () => {
  const missing = [...PAGES, ...POST_ENTRIES]
    .map(({ address }) => address)
    .filter((item) => !(item in EXPECTED_RESPONSES));
  expect(missing).toEqual([]);
});

test("the HTML validator and axe check every page, or a page of the same kind (pages, alike)", () => {
  const looked = new Set(
    [LOOKS, SIMILAR_PAGES]
      .flatMap((lists) => Object.values(lists).flat())
      .map((path) => findPageAddress(pathOf(fillSampleNames(path)))),
  );
  const drawn = PAGES.filter(({ noun, page }) =>
    /^export default /m.test(readFileSync(`app/modules/${noun}/routes/${page}`, "utf8")),
  );
  expect(
    drawn
      .map(({ address }) => address)
      .filter((item) => !looked.has(item))
      .sort(),
  ).toEqual(LEAD_ON);
});

test("addresses in the menu and tabs need no parameter except the job's id", () => {
  const led = PAGES.filter(({ menu, tab, section }) => menu ?? tab ?? section);
  const asking = led.filter(({ address }) => address.replace("/jobs/:jobId", "").includes(":"));
  expect(asking.map(({ address }) => address)).toEqual([]);
  expect(led.length).toBeGreaterThan(30);
});
