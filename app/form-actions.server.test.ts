import { expect, test } from "vitest";
import { POST_HANDLERS } from "./form-actions.server";
import { PAGES, POST_ENTRIES } from "./pages";
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

test("every POST has a handler and belongs to an existing page", () => {
  expect(Object.keys(POST_HANDLERS).sort()).toEqual(POST_ENTRIES.map(({ address }) => address).sort());
  const pages = new Set(PAGES.map(({ address }) => address));
  expect(POST_ENTRIES.filter(({ post }) => !pages.has(post))).toEqual([]);
});

test("opening a POST URL redirects to its page if its parameters are valid, else returns 404", async () => {
  expect(await open("/jobs/7/status", { jobId: "7" })).toBe("/jobs/7");
  expect(await open("/jobs/seven/status", { jobId: "seven" })).toBe(404);
  const template = (type: string) => open(`/trip-tickets/export/templates/${type}/reset`, { type });
  expect(await template("FPA")).toBe("/trip-tickets/export/templates/FPA");
  expect(await template("XYZ")).toBe(404);
  expect(await open("/onboarding/start")).toBe("/onboarding");
});
