import "#db/testing/alone";
import { expect, test } from "vitest";
import { readSourcesBelow } from "#db/testing/sources";
import { sampleOf } from "../e2e/http/support/names";
import { BODIES, EXPECTED, FORM_PAGES, goodBodies, PARAMS } from "../e2e/support/expectations";
import { ASK_BEFORE, ASK_THEMSELVES, FORMS_ELSEWHERE } from "../e2e/support/kept";
import { API_CALLS } from "./api/calls.server";
import { findPageAddress, listFrames, PAGES } from "./pages";
import { DONE_MESSAGES } from "./ui/done";
import { PROCEDURES } from "./web/procedure";

/**
 * Lists omissions for a new noun, page or call, without a build. The purpose of each list is explained where it is
 * used: the access matrix, bad input, valid HTML.
 */
type Module = { action?: unknown; default?: unknown; handle?: { names?: object } };
const modules = import.meta.glob<Module>("./modules/**/routes/*.{ts,tsx}");
const sources = readSourcesBelow(new URL("./", import.meta.url));
const calls = Object.entries(API_CALLS).flatMap(([path, doing]) =>
  Object.entries(doing).map(([method, call]) => ({ path, method, call })),
);
const fileOf = ({ noun, page }: { noun: string; page: string }) => `./modules/${noun}/routes/${page}`;
const shown = PAGES.filter(({ page }) => page.endsWith(".tsx"));
const addressesIn = (lists: Record<string, string[]>) =>
  new Set(
    Object.values(lists)
      .flat()
      .map((path) => findPageAddress(sampleOf(path).split("?")[0] ?? "")),
  );

test("says who is answered what at every call (answers)", () => {
  const all = Object.keys(API_CALLS).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  expect(all.filter((address) => !(address in EXPECTED))).toEqual([]);
});

test("has a value for every parameter (params)", () => {
  const names = Object.keys(EXPECTED).flatMap((path) =>
    [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ""),
  );
  expect([...new Set(names)].filter((name) => !PARAMS.has(name))).toEqual([]);
});

test("has a body for every call that writes, and a good one (bodies, good)", () => {
  const writing = calls.filter(({ method }) => method !== "GET").map(({ call }) => call.procedure.name);
  expect(writing.filter((name) => !(name in BODIES))).toEqual([]);
  // A photo is a file of a form, never JSON.
  const good = { ...goodBodies({ version: 1, own: {} }), addPhoto: {} };
  expect(writing.filter((name) => !(name in good))).toEqual([]);
});

test("throws bad input at every form (forms)", async () => {
  const query = addressesIn(FORM_PAGES);
  const open: string[] = [];
  for (const page of shown) {
    const module = await modules[fileOf(page)]?.();
    if (module?.action && module.default && !query.has(page.address)) open.push(page.address);
  }
  expect(open.filter((address) => !FORMS_ELSEWHERE.has(address))).toEqual([]);
});

test("names the thing on every page in its frame (naming, frame: true)", async () => {
  const things = new Set(PAGES.filter(({ frame }) => frame === true).map(({ address }) => address));
  const inside = shown.map((page) => ({ page, thing: listFrames(page)[0] ?? "" }));
  const nameless: string[] = [];
  for (const { page, thing } of inside.filter((item) => things.has(item.thing)))
    if (!(thing in ((await modules[fileOf(page)]?.())?.handle?.names ?? {}))) nameless.push(page.address);
  expect(things.size).toBeGreaterThan(8);
  expect(nameless).toEqual([]);
});

test("has words for everything that is done (?done= in app/ui/done.tsx)", () => {
  const named = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/[?&]done=([\w-]+)/g)].map(([, done]) => ({ file, done: done ?? "" })),
  );
  expect(named.length).toBeGreaterThan(5);
  // The list of people has its own wording for these.
  const people = ["added", "updated", "deleted"];
  const known = (file: string) => [
    ...Object.keys(DONE_MESSAGES),
    ...(file.includes("/people/") ? people : []),
  ];
  expect(named.filter(({ file, done }) => !known(file).includes(done))).toEqual([]);
});

test("asks for a crew's flag in every procedure of a company (may)", () => {
  const open = PROCEDURES.filter(({ audience, may }) => audience === "company" && !may).map(
    ({ name }) => name,
  );
  expect(open.filter((name) => !ASK_THEMSELVES.has(name))).toEqual([]);
});

test("deletes at an address of its own, which asks first (deletion, removal)", () => {
  const hasty = PAGES.filter((page) => {
    const text = sources[fileOf(page)] ?? "";
    return /submit\(\s*(delete|remove)[A-Z]/.test(text) && !/\/(deletion|removal)$/.test(page.address);
  });
  expect(hasty.map(({ address }) => address).filter((address) => !ASK_BEFORE.has(address))).toEqual([]);
});
