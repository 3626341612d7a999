import { expect, test } from "vitest";
import { getCrumbs } from "./crumbs";
import { LEADS_TO, listParentPages, PAGES } from "./pages";

const pages = PAGES.filter(({ bare }) => !bare).map(({ address }) => address.split("/").filter(Boolean));
const isPage = (path: string) => {
  const segments = path.split("/").filter(Boolean);
  return pages.some(
    (page) =>
      page.length === segments.length &&
      // A word is never an id: /company/crews isn't a page even though /users/:id is.
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

test.each([...new Set(samples)])("every crumb of %s has a page", (path) => {
  for (const { href } of getCrumbs(path).slice(0, -1)) expect(isPage(href), href).toBe(true);
});

test.each([
  ["/company/location-types/new", "Company / Location Types / New"],
  ["/company/crews/2", "Company / Crews / 2"],
  ["/company/invitations/4/link", "Company / Invitations / Link"],
])("the words of %s tell what it is", (path, words) => {
  expect(
    getCrumbs(path)
      .slice(1)
      .map((crumb) => crumb.label)
      .join(" / "),
  ).toBe(words);
});

test("every word in the address of a page leads somewhere, and what lists it is a page", () => {
  const addresses = new Set(PAGES.filter(({ bare }) => !bare).map(({ address }) => address));
  expect([...LEADS_TO.values()].filter((page) => !addresses.has(page))).toEqual([]);
  const lost = [...addresses].flatMap((address) =>
    listParentPages(address).filter((part) => /\/[a-z-]+$/.test(part) && !LEADS_TO.has(part)),
  );
  expect(lost).toEqual([]);
});
