import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findPageAddress, PAGES, POSTS } from "../../app/pages";
import { sampleOf } from "../../e2e/http/support/names";
import { ALIKE, EXPECTED, PAGES as LOOKS } from "../../e2e/support/expectations";

/** These have no page to check: they only redirect, and their default export shows refusals. */
const LEAD_ON = [
  "/jobs/create",
  "/login/code",
  "/login/passkey",
  "/logout",
  "/onboarding",
  // A passkey is created by a script; `e2e/second-factor.spec.ts` checks its pages.
  "/profile/second-factor/passkeys/:passkeyId/name",
  "/profile/second-factor/passkeys/:passkeyId/removal",
  "/profile/second-factor/passkeys/made",
];

const pathOf = (address: string) => address.split(/[?#]/)[0] ?? "";

test("every page and post says in the access matrix who may see it", () => {
  const missing = [...PAGES, ...POSTS].map(({ address }) => address).filter((item) => !(item in EXPECTED));
  expect(missing).toEqual([]);
});

test("every page is looked at by the validator, and by axe, there or at another page of its kind (pages, alike)", () => {
  const looked = new Set(
    [LOOKS, ALIKE]
      .flatMap((lists) => Object.values(lists).flat())
      .map((path) => findPageAddress(pathOf(sampleOf(path)))),
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

test("what the menu and tabs lead to can be opened as it stands, but for the job", () => {
  const led = PAGES.filter(({ menu, tab, section }) => menu ?? tab ?? section);
  const asking = led.filter(({ address }) => address.replace("/jobs/:jobId", "").includes(":"));
  expect(asking.map(({ address }) => address)).toEqual([]);
  expect(led.length).toBeGreaterThan(30);
});
