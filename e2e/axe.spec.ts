import type { BrowserContext, Page } from "@playwright/test";
import { PAGES } from "./support/asked";
import { axeIn } from "./support/axe";
import { enter, expect, test, url } from "./support/test";

/** Pages of one template look alike: they differ in what they are asked for, not in what they are asked. */
const templateOf = (path: string) => path.replace(/=[^&]*/g, "").replace(/\/\d+/g, "/N");

type Way = { part: number; of: number; lightPages?: boolean };

/**
 * Goes through a part of all pages, each with a look at what axe finds there; at the colours of each template once, by
 * day and by night.
 */
async function faultsOf(page: Page, context: BrowserContext, { part, of, lightPages }: Way) {
  const faults: string[] = [];
  const seen = new Set<string>();
  let turn = 0;
  const note = async (what: string, look: Parameters<typeof axeIn>[1]) => {
    for (const fault of await axeIn(page, look)) faults.push(`${what}: ${fault}`);
  };
  const look = async (who: string, path: string) => {
    const template = `${who} ${templateOf(path)}`;
    const known = seen.has(template);
    seen.add(template);
    if (turn++ % of !== part) return;
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await note(path, known || lightPages ? "all but colours" : "everything");
    if (known || lightPages) return;
    await page.emulateMedia({ colorScheme: "dark" });
    await note(`${path} by night`, "colours");
  };
  for (const [who, paths] of Object.entries(PAGES)) {
    await context.clearCookies();
    if (who !== "nobody") await enter(page, who);
    if (lightPages) await context.addCookies([{ name: "tt_light", value: "1", url: url() }]);
    for (const path of paths) await look(who, path);
  }
  return faults;
}

test("@script axe, asked this way, finds what is wrong", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>x</title><main><h1>x</h1><img src="data:,"><p style="color:#ddd">Words</p></main></html>',
  );
  expect(await axeIn(page, "all but colours")).toEqual(["image-alt img"]);
  expect(await axeIn(page, "colours")).toEqual(["color-contrast p"]);
  expect(await axeIn(page, "everything")).toEqual(["color-contrast p", "image-alt img"]);
});

// Two halves, so that two workers share them.
for (const part of [0, 1])
  test(`@script no page has a fault that axe finds, by day or by night, half ${part + 1}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(480_000);
    expect(await faultsOf(page, context, { part, of: 2 })).toEqual([]);
  });

// A light page is the same document without its scripts, in the same colours: every fifth shows what that changes.
test("@script nor has every fifth page as a light page", async ({ page, context }) => {
  test.setTimeout(240_000);
  expect(await faultsOf(page, context, { part: 2, of: 5, lightPages: true })).toEqual([]);
});
