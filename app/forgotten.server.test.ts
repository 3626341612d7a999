import "#db/testing/alone";
import { expect, test } from "vitest";
import { readSourceFiles } from "#db/testing/sources";
import { fillSampleNames } from "../e2e/http/support/names";
import {
  EXPECTED_RESPONSES,
  FORM_PAGES,
  getValidBodies,
  PARAM_NAMES,
  REQUEST_BODIES,
} from "../e2e/support/expectations";
import { INLINE_DELETE_PAGES, SELF_CHECKING_PROCEDURES, UNLISTED_FORM_PAGES } from "../e2e/support/kept";
import { API_CALLS } from "./api/calls.server";
import { findPageAddress, listFrames, PAGES } from "./pages";
import { DONE_MESSAGES } from "./ui/done";
import { PROCEDURES } from "./web/procedure";

/**
 * Find omissions for a new feature, page or call without a build. Each list is explained where it is used: in the tests
 * of the access matrix, bad input and valid HTML.
 */
type Module = { action?: unknown; default?: unknown; handle?: { names?: object } };
const modules = import.meta.glob<Module>("./modules/**/routes/*.{ts,tsx}");
const sources = readSourceFiles(new URL("./", import.meta.url));
const calls = Object.entries(API_CALLS).flatMap(([path, doing]) =>
  Object.entries(doing).map(([method, call]) => ({ path, method, call })),
);
const fileOf = ({ noun, page }: { noun: string; page: string }) => `./modules/${noun}/routes/${page}`;
const shown = PAGES.filter(({ page }) => page.endsWith(".tsx"));
const addressesIn = (lists: Record<string, string[]>) =>
  new Set(
    Object.values(lists)
      .flat()
      .map((path) => findPageAddress(fillSampleNames(path).split("?")[0] ?? "")),
  );

test("every call has expected responses by role (answers)", () => {
  const all = Object.keys(API_CALLS).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  expect(all.filter((address) => !(address in EXPECTED_RESPONSES))).toEqual([]);
});

test("every URL parameter has a test value (params)", () => {
  const names = Object.keys(EXPECTED_RESPONSES).flatMap((path) =>
    [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ""),
  );
  expect([...new Set(names)].filter((name) => !PARAM_NAMES.has(name))).toEqual([]);
});

test("every writing call has a test body and a valid body (bodies, good)", () => {
  const writing = calls.filter(({ method }) => method !== "GET").map(({ call }) => call.procedure.name);
  expect(writing.filter((name) => !(name in REQUEST_BODIES))).toEqual([]);
  // A photo is uploaded as a form file, never as JSON.
  const good = { ...getValidBodies({ version: 1, own: {} }), addPhoto: {} };
  expect(writing.filter((name) => !(name in good))).toEqual([]);
});

test("every form is tested with bad input (forms)", async () => {
  const query = addressesIn(FORM_PAGES);
  const open: string[] = [];
  for (const page of shown) {
    const module = await modules[fileOf(page)]?.();
    if (module?.action && module.default && !query.has(page.address)) open.push(page.address);
  }
  expect(open.filter((address) => !UNLISTED_FORM_PAGES.has(address))).toEqual([]);
});

test("every page in an item's layout names the item (naming, frame: true)", async () => {
  const things = new Set(PAGES.filter(({ frame }) => frame === true).map(({ address }) => address));
  const inside = shown.map((page) => ({ page, thing: listFrames(page)[0] ?? "" }));
  const nameless: string[] = [];
  for (const { page, thing } of inside.filter((item) => things.has(item.thing)))
    if (!(thing in ((await modules[fileOf(page)]?.())?.handle?.names ?? {}))) nameless.push(page.address);
  expect(things.size).toBeGreaterThan(8);
  expect(nameless).toEqual([]);
});

test("every completed action has a message (?done= in app/ui/done.tsx)", () => {
  const named = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/[?&]done=([\w-]+)/g)].map(([, done]) => ({ file, done: done ?? "" })),
  );
  expect(named.length).toBeGreaterThan(5);
  // The list of people has its own texts for these results.
  const people = ["added", "updated", "deleted"];
  const known = (file: string) => [
    ...Object.keys(DONE_MESSAGES),
    ...(file.includes("/people/") ? people : []),
  ];
  expect(named.filter(({ file, done }) => !known(file).includes(done))).toEqual([]);
});

test("every company procedure checks a crew permission (may)", () => {
  const open = PROCEDURES.filter(({ audience, may }) => audience === "company" && !may).map(
    ({ name }) => name,
  );
  expect(open.filter((name) => !SELF_CHECKING_PROCEDURES.has(name))).toEqual([]);
});

test("every deletion has its own page that asks for confirmation (deletion, removal)", () => {
  const hasty = PAGES.filter((page) => {
    const text = sources[fileOf(page)] ?? "";
    return /submit\(\s*(delete|remove)[A-Z]/.test(text) && !/\/(deletion|removal)$/.test(page.address);
  });
  expect(hasty.map(({ address }) => address).filter((address) => !INLINE_DELETE_PAGES.has(address))).toEqual(
    [],
  );
});
