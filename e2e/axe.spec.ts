import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";
import { PAGES, SIGNED_OUT } from "./support/pages";
import { expect, signIn, test } from "./support/test";

/** By night all that is other are the colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Run axe in the page itself: the app has no frames to enter, and only faults are reported. */
const axeOf = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

type Way = { part: number; of: number; lightPages?: boolean };

/** Goes through a part of all pages, each with a look at what axe finds there, by day and by night. */
async function faultsOf(page: Page, context: BrowserContext, { part, of, lightPages }: Way) {
  const faults: string[] = [];
  let turn = 0;
  const note = async (what: string, axe: AxeBuilder) => {
    const { violations } = await axe.analyze();
    for (const v of violations) {
      const where = v.nodes.map((n) => n.target.join(" ")).slice(0, 3);
      faults.push(`${what}: ${v.id} ${where.join(", ")}`);
    }
  };
  const look = async (path: string) => {
    if (turn++ % of !== part) return;
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await note(path, axeOf(page));
    if (lightPages) return;
    await page.emulateMedia({ colorScheme: "dark" });
    await note(`${path} by night`, axeOf(page).withRules(COLOURS));
  };
  for (const path of SIGNED_OUT) await look(path);
  for (const [who, paths] of Object.entries(PAGES)) {
    await context.clearCookies();
    await signIn(page, who);
    if (lightPages) await context.addCookies([{ name: "tt_light", value: "1", url: page.url() }]);
    for (const path of paths) await look(path);
  }
  return faults;
}

test("@script axe, asked this way, finds what is wrong", async ({ page }) => {
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><img src="data:,"></main></html>');
  const { violations } = await axeOf(page).analyze();
  expect(violations.map((v) => v.id)).toEqual(["image-alt"]);
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

// A light page is the same document without its scripts: every fifth shows what that changes.
test("@script nor has every fifth page as a light page", async ({ page, context }) => {
  test.setTimeout(240_000);
  expect(await faultsOf(page, context, { part: 2, of: 5, lightPages: true })).toEqual([]);
});
