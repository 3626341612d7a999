import { expect, test } from "vitest";
import { parseCarriedPost } from "~/modules/people/data/sign-in.server";
import { buildSignInPath, getCookie, getSafeNext } from "./context.server";

const OUTSIDE = [
  "https://evil.test",
  "//evil.test/jobs",
  "/\\evil.test",
  "\\\\evil.test",
  "/jobs\\..",
  "javascript:alert(1)",
  "jobs",
  "",
  "/\t/evil.test",
  "/\n/evil.test",
  "/jobs\r\nSet-Cookie: x=1",
];

test.each(OUTSIDE)("after sign-in, redirects to / instead of %j", (next) => {
  expect(getSafeNext(next)).toBe("/");
});

test.each([null, undefined, 7, ["/jobs"]])(
  "after sign-in, redirects to / instead of %j, which isn't an address",
  (next) => {
    expect(getSafeNext(next)).toBe("/");
  },
);

test("encodes only those characters of an address that a header can't contain", () => {
  expect(getSafeNext("/jobs/Père?q=木&b=Ā%20")).toBe("/jobs/P%C3%A8re?q=%E6%9C%A8&b=%C4%80%20");
  expect(getSafeNext("/jobs?q=\ud800")).toBe("/");
});

test.each(["/\t/evil.example", "/\n/evil.example", "//evil.example", "/\\evil.example"])(
  "a post with the target %j is not restored after sign-in",
  (action) => {
    expect(parseCarriedPost(JSON.stringify({ action, fields: [] }))).toBeUndefined();
    expect(getSafeNext(action)).toBe("/");
  },
);

test.each(["/", "/jobs", "/jobs?page=2&name=Deward%20Tract", "/trip-tickets/7#history"])(
  "after sign-in, redirects to %s, which is a path of this app",
  (next) => expect(getSafeNext(next)).toBe(next),
);

test.each(OUTSIDE.slice(0, 4))("a form with the target %j is not restored after sign-in", (action) => {
  expect(parseCarriedPost(JSON.stringify({ action, fields: [["content", "x"]] }))).toBeUndefined();
});

test("a form is restored after sign-in only if it is complete and valid", () => {
  const whole = { action: "/trip-tickets/7/comments", fields: [["content", "Gate is locked"]] };
  expect(parseCarriedPost(JSON.stringify(whole))).toEqual(whole);
  expect(parseCarriedPost(JSON.stringify({ ...whole, more: 1 }))).toBeUndefined();
  expect(parseCarriedPost("{")).toBeUndefined();
  expect(parseCarriedPost(null)).toBeUndefined();
});

test("after sign-in, a user returns to the page's URL, not to the URL of its data", () => {
  const from = (path: string) => buildSignInPath(new Request(`http://x.test${path}`));
  expect(from("/jobs?page=2")).toBe("/login?next=%2Fjobs%3Fpage%3D2");
  expect(from("/jobs.data")).toBe("/login?next=%2Fjobs");
  expect(from("/")).toBe("/login");
});

test("returns each preference from its own cookie", () => {
  const request = new Request("http://x.test/", {
    headers: { Cookie: "tt_light=1; tt_zone=America%2FChicago" },
  });
  expect(getCookie(request, "tt_zone")).toBe("America/Chicago");
  expect(getCookie(request, "zone")).toBeNull();
  const spoiled = new Request("http://x.test/", { headers: { Cookie: "tt_zone=%E0%A4%A" } });
  expect(getCookie(spoiled, "tt_zone")).toBeNull();
});
