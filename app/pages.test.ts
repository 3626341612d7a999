import { expect, test } from "vitest";
import { readSourcesBelow } from "#db/testing/sources";
import { getFrame, listParentPages, PAGES } from "./pages";

const modules = Object.keys(import.meta.glob("./modules/**/routes/*.{ts,tsx}")).sort();

/** Encloses all signed-in pages, and belongs to no entry. */
const APP_FRAME = "./modules/dashboard/routes/frame.tsx";

test("every page has its module, and every module its page", () => {
  const named = PAGES.flatMap(({ noun, page, frame }) =>
    [page, frame].flatMap((file) => (typeof file === "string" ? [`./modules/${noun}/routes/${file}`] : [])),
  );
  expect([...new Set([...named, APP_FRAME])].sort()).toEqual(modules);
});

test("an address is one page's", () => {
  const addresses = PAGES.map(({ address }) => address);
  expect(addresses.filter((item, i) => addresses.indexOf(item) !== i)).toEqual([]);
});

test("a page is in the nearest frame above it, unless its entry says that it is beside it", () => {
  expect(listParentPages("/jobs/:jobId/edit")).toEqual(["/jobs/:jobId", "/jobs", "/"]);
  const at = (address: string) => PAGES.find((page) => page.address === address) ?? expect.fail(address);
  expect(getFrame(at("/jobs/create/review"))).toBe("/jobs/create");
  expect(getFrame(at("/jobs/:jobId"))).toBeNull();
  // A page listed on another page is in that page's frame, as its crumb leads there.
  expect(getFrame(at("/trip-tickets/exports/:runId"))).toBe("/trip-tickets/export");
  expect(getFrame(at("/company/crews/:crewId/preset"))).toBe("/company/crews/:crewId");
});

test("a page that takes a file says how large its form may be, and no other page does", () => {
  const sources = readSourcesBelow(new URL("./", import.meta.url));
  const takes = modules.filter((file) => /\b(submitUpload|readFileForm)\(/.test(sources[file] ?? ""));
  const saying = PAGES.filter(({ upload }) => upload).map(
    ({ noun, page }) => `./modules/${noun}/routes/${page}`,
  );
  expect(saying.sort()).toEqual(takes.sort());
});
