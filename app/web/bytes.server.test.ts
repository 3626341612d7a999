import { redirect } from "@remix-run/node";
import { expect, test } from "vitest";
import { createBytesLoader } from "./bytes.server";
import { toErrorResponse } from "./error-response.server";
import { AppError, forbidden, notFound } from "./refusal";

const answer = (thrown: unknown, options: Parameters<typeof createBytesLoader>[1] = {}) =>
  createBytesLoader(
    () => Promise.reject(thrown),
    options,
  )({
    request: new Request("http://x.example/a/file?query=b"),
    params: {},
    context: { cspNonce: "", requestId: "", address: "", updating: false },
  });

test("a refused file is a page with the refusal's words, and its status", async () => {
  const refused = await answer(toErrorResponse(forbidden("No <b>files</b> & more.")));
  expect(refused.status).toBe(403);
  expect(refused.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(refused.headers.get("Cache-Control")).toBe("private, no-store");
  const page = await refused.text();
  expect(page).toContain("<h1>No access</h1><p>No &lt;b&gt;files&lt;/b&gt; &amp; more.</p>");
  expect((await answer(toErrorResponse(notFound()))).status).toBe(404);
});

test("when to come back is said too", async () => {
  const refused = await answer(toErrorResponse(new AppError("tooMany", "Later.", { retryAfter: 60 })));
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
});

test("who may not have it is led to the page that explains, where there is one", async () => {
  const explains = { forbidden: ({ url }: Request) => `/a?${new URL(url).search.slice(1)}&é` };
  const led = await answer(toErrorResponse(forbidden("No.")), explains);
  expect([led.status, led.headers.get("Location")]).toEqual([302, "/a?query=b&%C3%A9"]);
  expect((await answer(toErrorResponse(notFound()), explains)).status).toBe(404);
});

test("the way to the sign-in and a fault stay what they are", async () => {
  const way = redirect("/login");
  await expect(answer(way)).rejects.toBe(way);
  const fault = new Error("broken");
  await expect(answer(fault)).rejects.toBe(fault);
});
