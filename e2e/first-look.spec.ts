import { expect, signInWithCookies, test } from "./support/test";

test("@seen the first page contains its styles, and the browser fetches the next pages' style files ahead", async ({
  page,
}) => {
  await signInWithCookies(page, "ida");
  const fetched: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".css")) fetched.push(pathname);
  });
  await page.goto("/jobs");
  const head = page.getByRole("heading", { level: 1 });
  const sizeOf = () => head.evaluate((h) => Number.parseFloat(getComputedStyle(h).fontSize));
  const ownSize = await sizeOf();
  expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
  // While the page is idle, the browser fetches the files of the next pages.
  await expect.poll(() => fetched.some((path) => path.includes("/root-"))).toBe(true);
  await page.waitForLoadState("networkidle");
  await page.goto("/jobs?status=all");
  expect(await page.locator("link[rel=stylesheet]").count()).toBeGreaterThan(0);
  expect(await page.locator("style[data-of]").count()).toBe(0);
  expect(await sizeOf()).toBe(ownSize);
  // With a script, all files of the next pages are fetched; without one, only the style sheet that all pages share.
  const ahead = test.info().project.name === "no-script" ? "/root-" : ".css";
  const transferred = await page.evaluate(
    (part) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".css") && name.includes(part))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize),
    ahead,
  );
  expect(transferred.length).toBeGreaterThan(0);
  expect(transferred.every((size) => size === 0)).toBe(true);
});
