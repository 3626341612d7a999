import { expect, test } from "vitest";
import { readSourceFiles } from "#db/testing/sources";
import { getFrame, listParentPages, PAGES } from "./pages";

const modules = Object.keys(import.meta.glob("./modules/**/routes/*.{ts,tsx}")).sort();

/** Frame around all signed-in pages; no page entry defines this frame. */
const APP_FRAME = "./modules/dashboard/routes/frame.tsx";

test("every page entry has a module, and every module has a page entry", () => {
  const named = PAGES.flatMap(({ noun, page, frame }) =>
    [page, frame].flatMap((file) => (typeof file === "string" ? [`./modules/${noun}/routes/${file}`] : [])),
  );
  expect([...new Set([...named, APP_FRAME])].sort()).toEqual(modules);
});

test("an address belongs to only one page", () => {
  const addresses = PAGES.map(({ address }) => address);
  expect(addresses.filter((item, i) => addresses.indexOf(item) !== i)).toEqual([]);
});

test("a page is in the frame of its nearest parent, unless its entry excludes it", () => {
  expect(listParentPages("/jobs/:jobId/edit")).toEqual(["/jobs/:jobId", "/jobs", "/"]);
  const at = (address: string) => PAGES.find((page) => page.address === address) ?? expect.fail(address);
  expect(getFrame(at("/jobs/create/review"))).toBe("/jobs/create");
  expect(getFrame(at("/jobs/:jobId"))).toBeNull();
  // A page listed on another page is in that page's frame, because its breadcrumb links there.
  expect(getFrame(at("/trip-tickets/exports/:runId"))).toBe("/trip-tickets/export");
  expect(getFrame(at("/company/crews/:crewId/preset"))).toBe("/company/crews/:crewId");
});

test("exactly the pages that accept a file define an upload size limit", () => {
  const sources = readSourceFiles(new URL("./", import.meta.url));
  const takes = modules.filter((file) => /\b(submitUpload|readFileForm)\(/.test(sources[file] ?? ""));
  const saying = PAGES.filter(({ upload }) => upload).map(
    ({ noun, page }) => `./modules/${noun}/routes/${page}`,
  );
  expect(saying.sort()).toEqual(takes.sort());
});
