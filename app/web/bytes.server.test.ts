import { redirect } from "@remix-run/node";
import { expect, test } from "vitest";
import { createFileLoader } from "./bytes.server";
import { toErrorResponse } from "./error-response.server";
import { AppError, forbidden, notFound } from "./refusal";

const answer = (thrown: unknown, options: Parameters<typeof createFileLoader>[1] = {}) =>
  createFileLoader(
    () => Promise.reject(thrown),
    options,
  )({
    request: new Request("http://x.example/a/file?query=b"),
    params: {},
    context: { cspNonce: "", requestId: "", address: "", updating: false },
  });

test("a refused file returns a page with the refusal's message and status", async () => {
  const refused = await answer(toErrorResponse(forbidden("No <b>files</b> & more.")));
  expect(refused.status).toBe(403);
  expect(refused.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(refused.headers.get("Cache-Control")).toBe("private, no-store");
  const page = await refused.text();
  expect(page).toContain("<h1>No access</h1><p>No &lt;b&gt;files&lt;/b&gt; &amp; more.</p>");
  expect((await answer(toErrorResponse(notFound()))).status).toBe(404);
});

test("the page for a refused file has a Retry-After header if the refusal has a retry time", async () => {
  const refused = await answer(toErrorResponse(new AppError("tooMany", "Later.", { retryAfter: 60 })));
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
});

test("a forbidden file redirects to the page that explains the refusal, if there is one", async () => {
  const explains = { forbidden: ({ url }: Request) => `/a?${new URL(url).search.slice(1)}&é` };
  const led = await answer(toErrorResponse(forbidden("No.")), explains);
  expect([led.status, led.headers.get("Location")]).toEqual([302, "/a?query=b&%C3%A9"]);
  expect((await answer(toErrorResponse(notFound()), explains)).status).toBe(404);
});

test("passes through redirects to sign-in and unexpected errors unchanged", async () => {
  const way = redirect("/login");
  await expect(answer(way)).rejects.toBe(way);
  const fault = new Error("broken");
  await expect(answer(fault)).rejects.toBe(fault);
});
