import { expect, test } from "vitest";
import { POSTED } from "./form-actions.server";
import { PAGES, POSTS } from "./pages";
import { loader } from "./post-route";

const open = async (path: string, params: Record<string, string> = {}) => {
  const request = new Request(`http://localhost${path}`);
  const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false };
  try {
    return (await loader({ request, params, context })).headers.get("Location");
  } catch (thrown) {
    return (thrown as { init?: { status: number } }).init?.status;
  }
};

test("every post carries something out, and stands on a page that is there", () => {
  expect(Object.keys(POSTED).sort()).toEqual(POSTS.map(({ address }) => address).sort());
  const pages = new Set(PAGES.map(({ address }) => address));
  expect(POSTS.filter(({ post }) => !pages.has(post))).toEqual([]);
});

test("a post that is opened by hand leads to its page, and only where the address can be one", async () => {
  expect(await open("/jobs/7/status", { jobId: "7" })).toBe("/jobs/7");
  expect(await open("/jobs/seven/status", { jobId: "seven" })).toBe(404);
  const template = (type: string) => open(`/trip-tickets/export/templates/${type}/reset`, { type });
  expect(await template("FPA")).toBe("/trip-tickets/export/templates/FPA");
  expect(await template("XYZ")).toBe(404);
  expect(await open("/onboarding/start")).toBe("/onboarding");
});
