import { request as http } from "node:http";
import type { APIRequestContext } from "@playwright/test";
import { expect, getAppUrl, signIn, test } from "./support/test";

/** Pages of every kind, and responses that aren't pages. */
const PAGES = [
  "/",
  "/trip-tickets",
  "/trip-tickets?view=available",
  "/trip-tickets/1",
  "/trip-tickets/1/edit/details",
  "/trip-tickets/1/photos",
  "/trip-tickets/1/print",
  "/trip-tickets/print?ids=1,2",
  "/trip-tickets/new?job_id=1",
  "/jobs",
  "/jobs/1",
  "/company",
  "/company/invite",
  "/companies",
  "/profile",
  "/releases",
  "/more",
  "/forgot-password",
  "/signup",
  "/trip-tickets/987654321",
  "/no-such-page",
  "/assets/no-such.js",
  "/api/trip-tickets/1",
];

/** Return the directives of a content security policy, by name. */
const policyOf = (text: string) =>
  new Map(
    text.split(";").map((part) => {
      const [name = "", ...values] = part.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );

test("@asked every page has a strict content security policy and complies with it", async ({ as }) => {
  const { request } = await as("manager");
  const nonces: string[] = [];
  for (const path of PAGES)
    await test.step(path, async () => {
      const answer = await request.get(path);
      const headers = answer.headers();
      const policy = policyOf(headers["content-security-policy"] ?? "");
      expect(JSON.stringify([...policy])).not.toContain("unsafe");
      expect(policy.get("default-src")).toEqual(["'self'"]);
      for (const name of ["object-src", "base-uri", "frame-ancestors"])
        expect(policy.get(name), name).toEqual(["'none'"]);
      expect(policy.get("form-action")).toEqual(["'self'"]);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      const nonce = /^'nonce-(.{22,})'$/.exec(policy.get("script-src")?.[1] ?? "")?.[1] ?? "";
      expect(policy.get("script-src")).toEqual(["'self'", `'nonce-${nonce}'`]);
      nonces.push(nonce);
      if (!headers["content-type"]?.startsWith("text/html")) return;
      // Check only tags and their attributes; data between script tags belongs to the framework.
      const html = (await answer.text()).replace(/(<(?:script|style)[^>]*>).*?<\/(?:script|style)>/gs, "$1");
      for (const [tag] of html.matchAll(/<script[^>]*>/g))
        expect(/\bsrc="\//.test(tag) || tag.includes(`nonce="${nonce}"`), tag).toBe(true);
      // The first page contains its styles inline, each tag with the page's nonce, and has no other inline style.
      for (const [tag] of html.matchAll(/<style[^>]*>/g))
        expect(tag.startsWith(`<style nonce="${nonce}" data-of="/assets/`), tag).toBe(true);
      expect(html).not.toMatch(/<[a-z][^>]*\s(style|on[a-z]+)=/i);
    });
  expect(new Set(nonces).size).toBe(PAGES.length);
});

test("@script scripts can't read the session cookies, and browsers don't send them with other sites' forms", async ({
  page,
  context,
}) => {
  await signIn(page, "manager");
  const session = (await context.cookies()).find((cookie) => cookie.name === "tt_session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(session?.expires).toBeGreaterThan(Date.now() / 1000);
  expect(await page.evaluate(() => document.cookie)).not.toContain("tt_session");
  const spoiled = `${session?.value.slice(0, -3)}AAA`;
  await context.clearCookies({ name: "tt_session" });
  await context.addCookies([{ name: "tt_session", value: spoiled, url: getAppUrl() }]);
  await page.goto("/jobs");
  await expect(page).toHaveURL(/\/login\?next=%2Fjobs$/);
});

/** Return the address of the newest ticket that the signed-in user can see. */
async function newest(request: APIRequestContext): Promise<string> {
  const html = await (await request.get("/trip-tickets?view=available&sort=number&desc=1")).text();
  return /class="rowlink" href="([^"]+)"/.exec(html)?.[1] ?? "";
}

test("@asked a POST sent by another site is refused for every signed-in user", async ({ as }) => {
  const { request } = await as("owner");
  const before = await newest(request);
  expect(before).toMatch(/^\/trip-tickets\/[A-Z]+-\d+$/);
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.test" },
    { Origin: "null" },
    { Origin: `${getAppUrl()}.evil.test` },
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: getAppUrl(), "Sec-Fetch-Site": "cross-site" },
  ];
  for (const headers of foreign)
    for (const path of [
      "/logout",
      "/profile/light-pages",
      "/trip-tickets/1/comments",
      "/login",
      "/nowhere",
    ]) {
      const answer = await request.post(path, { headers, form: { light: "1" }, maxRedirects: 0 });
      expect(answer.status(), `${path} ${JSON.stringify(headers)}`).toBe(403);
      expect(answer.headers()).not.toHaveProperty("set-cookie");
      expect(await answer.text()).toContain("came from another site");
    }
  for (const method of ["PUT", "DELETE", "PATCH"]) {
    const answer = await request.fetch("/api/trip-tickets/1", {
      method,
      headers: { Origin: "https://evil.test" },
      data: { version: 1 },
    });
    expect(answer.status(), method).toBe(403);
    expect(await answer.json()).toHaveProperty("message");
  }
  expect((await request.get("/jobs", { maxRedirects: 0 })).status()).toBe(200);
  expect(await newest(request)).toBe(before);
  const sameSite = await request.post("/profile/light-pages", {
    headers: { Origin: getAppUrl(), "Sec-Fetch-Site": "same-origin" },
    form: { light: "0" },
    maxRedirects: 0,
  });
  expect(sameSite.status()).toBe(303);
});

/** Send a POST with any headers, including combinations that a browser never sends. */
function post(path: string, headers: Record<string, string>, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = http(`${getAppUrl()}${path}`, { method: "POST", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

test("@asked a request body must declare its size, and a body above the limit is refused", async () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await post("/login", { ...form, "Transfer-Encoding": "chunked" }, "login=x")).toBe(411);
  expect(await post("/api/trip-tickets", { "Transfer-Encoding": "chunked" }, "{}")).toBe(411);
  const large = `login=${"x".repeat(256 * 1024)}`;
  expect(await post("/login", { ...form, "Content-Length": String(large.length) }, large)).toBe(413);
  const parts = { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": String(large.length) };
  expect(await post("/login", parts, large)).toBe(413);
  const fits = "login=nobody@demo.test&password=wrong";
  expect(await post("/login", { ...form, "Content-Length": String(fits.length) }, fits)).toBe(422);
});
