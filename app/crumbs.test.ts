import { expect, test } from "vitest";
import { getCrumbs } from "./crumbs";
import { BREADCRUMB_TARGETS, listParentPages, PAGES } from "./pages";

const pages = PAGES.filter(({ bare }) => !bare).map(({ address }) => address.split("/").filter(Boolean));
const isPage = (path: string) => {
  const segments = path.split("/").filter(Boolean);
  return pages.some(
    (page) =>
      page.length === segments.length &&
      // An ID parameter doesn't match a plain word: /company/crews doesn't match /users/:id.
      page.every((part, i) =>
        part.startsWith(":") ? /\d|^(haul|FPA|claim|details)$/.test(segments[i] ?? "") : part === segments[i],
      ),
  );
};
const SAMPLES: Record<string, string> = {
  ":role": "haul",
  ":type": "FPA",
  ":verb": "claim",
  ":box": "details",
};
const samples = pages.map(
  (page) => `/${page.map((part) => SAMPLES[part] ?? part.replace(/^:.*/, "7")).join("/")}`,
);

test.each([...new Set(samples)])("every breadcrumb of %s links to a page", (path) => {
  for (const { href } of getCrumbs(path).slice(0, -1)) expect(isPage(href), href).toBe(true);
});

test.each([
  ["/company/location-types/new", "Company / Location Types / New"],
  ["/company/crews/2", "Company / Crews / 2"],
  ["/company/invitations/4/link", "Company / Invitations / Link"],
])("breadcrumb labels of %s describe the page", (path, words) => {
  expect(
    getCrumbs(path)
      .slice(1)
      .map((crumb) => crumb.label)
      .join(" / "),
  ).toBe(words);
});

test("every word in a page's address has an existing parent page", () => {
  const addresses = new Set(PAGES.filter(({ bare }) => !bare).map(({ address }) => address));
  expect([...BREADCRUMB_TARGETS.values()].filter((page) => !addresses.has(page))).toEqual([]);
  const lost = [...addresses].flatMap((address) =>
    listParentPages(address).filter((part) => /\/[a-z-]+$/.test(part) && !BREADCRUMB_TARGETS.has(part)),
  );
  expect(lost).toEqual([]);
});
