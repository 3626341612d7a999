import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { loadAxe, runAxe } from "./support/axe";
import { findHydratedPaths, PAGES_BY_VIEWER } from "./support/expectations";
import { expect, getAppUrl, signInWithCookies, test } from "./support/test";
import { removeRepeatedContent } from "./support/thin";

/** Selects pages to check among all pages, by address and position in the list. */
type Way = { sees: (path: string, turn: number) => boolean; lightPages?: boolean };

/**
 * The combinations of text and colors that passed in this light mode, shared by both halves of the pages through a file
 * of this test run: Playwright empties the folder when a run begins. Combinations with a fault aren't stored, so
 * another check of the pages finds the fault again.
 */
function faultless(light: "day" | "night") {
  const folder = test.info().project.outputDir;
  const file = join(folder, `looks-by-${light}`);
  return {
    // Drop the last piece, which is empty or an incomplete line.
    all: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []),
    add: (looks: string[]) => {
      if (!looks.length) return;
      mkdirSync(folder, { recursive: true });
      // Append all lines at once, so that lines which the other half's worker appends are neither lost nor split.
      appendFileSync(file, looks.map((look) => `${look}\n`).join(""));
    },
  };
}

/**
 * Run axe on the selected pages: once per page, and once for each distinct look of a text on these pages, by day and by
 * night.
 */
async function faultsOf(page: Page, context: BrowserContext, { sees, lightPages }: Way) {
  const faults: string[] = [];
  const known = { day: new Set<string>(), night: new Set<string>() };
  let turn = 0;
  let isDark = false;
  await loadAxe(context);
  const look = async (path: string) => {
    if (!sees(path, turn++)) return;
    await page.goto(path);
    for (const id of await removeRepeatedContent(page))
      faults.push(`${path}: two elements have the id ${id}`);
    const note = async (what: string, how: Parameters<typeof runAxe>[1], light: "day" | "night") => {
      const shared = faultless(light);
      for (const item of shared.all()) known[light].add(item);
      const before = known[light].size;
      const results = await runAxe(page, how, known[light]);
      for (const fault of results) faults.push(`${what}: ${fault}`);
      if (!results.length) shared.add([...known[light]].slice(before));
    };
    if (lightPages) return note(path, "all but colours", "day");
    const byDay = () => note(path, "everything", "day");
    const byNight = () => note(`${path} by night`, "colours", "night");
    // Open each page in the light mode of the previous page, to switch modes only once per page.
    const looks = isDark ? [byNight, byDay] : [byDay, byNight];
    await looks[0]?.();
    isDark = !isDark;
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    await looks[1]?.();
  };
  for (const [who, paths] of Object.entries(PAGES_BY_VIEWER)) {
    await context.clearCookies();
    if (who !== "nobody") await signInWithCookies(page, who);
    if (lightPages) await context.addCookies([{ name: "tt_light", value: "1", url: getAppUrl() }]);
    for (const path of paths) await look(path);
  }
  return faults;
}

test("@script runAxe finds color faults and other faults, separately and together", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>x</title><main><h1>x</h1><img src="data:,"><p style="color:#ddd">Words</p></main></html>',
  );
  expect(await runAxe(page, "all but colours")).toEqual(["image-alt img"]);
  expect(await runAxe(page, "colours")).toEqual(["color-contrast p"]);
  expect(await runAxe(page, "everything")).toEqual(["color-contrast p", "image-alt img"]);
});

/** Return a function that checks the colors of a page body at each call, and skips looks that it has already checked. */
function looking(page: Page, style: string) {
  const known = new Set<string>();
  const faults = async (body: string) => {
    await page.setContent(`<html lang="en"><title>x</title><body style="${style}">${body}</body></html>`);
    return runAxe(page, "colours", known);
  };
  return { known, faults };
}

test("@script colors are checked once for each distinct look of text, wherever the text is", async ({
  page,
}) => {
  const { known, faults } = looking(page, "background:#fff");
  const grey = '<p id="a" style="color:#767676">Words</p>';
  expect(await faults(grey)).toEqual([]);
  expect(known.size).toBe(1);
  expect(await faults(grey.repeat(3).replaceAll('id="a"', ""))).toEqual([]);
  expect(known.size).toBe(1);
  // The same text counts as a new look on another background, in a paler color, faded with its surroundings, or on a
  // card that covers the page.
  expect(await faults(`<div style="background:#ddd">${grey}</div>`)).toEqual(["color-contrast #a"]);
  expect(await faults(grey.replace("#767676", "#999"))).toEqual(["color-contrast #a"]);
  expect(await faults(`<div style="opacity:0.6">${grey}</div>`)).toEqual(["color-contrast #a"]);
  expect(await faults(`<div class="card" style="position:absolute">${grey}</div>`)).toEqual([]);
  expect(known.size).toBe(5);
  // Surroundings that add no color don't create a new look, nor does another kind of element.
  expect(
    await faults(`<section><div>${grey.replace("<p", "<span").replace("/p>", "/span>")}</div></section>`),
  ).toEqual([]);
  expect(known.size).toBe(5);
});

test("@script checks the color of a text even if axe skips another text of the same color", async ({
  page,
}) => {
  const { faults } = looking(page, "background:#fff;color:#000");
  const pale = (words: string, more = "") =>
    `<style>.lies::before{content:"";position:absolute;inset:0;background:#fff}</style><p id="a" style="color:#bbb" ${more}>${words}</p>`;
  for (const passedOver of [
    pale("·"),
    pale("Words", 'aria-disabled="true"'),
    pale("Words", "inert"),
    pale("Words", 'class="lies"'),
    `<label id="b" style="color:#bbb">Words<input disabled></label>`,
  ])
    expect(await faults(passedOver)).toEqual([]);
  expect(await faults(pale("Words"))).toEqual(["color-contrast #a"]);
  // Large text may be paler, in any element.
  expect(await faults('<h1 id="a" style="color:#888;font-size:32px">Words</h1>')).toEqual([]);
  expect(await faults('<h1 id="a" style="color:#888;font-size:14px">Words</h1>')).toEqual([
    "color-contrast #a",
  ]);
  // A link without text around it isn't compared with any text.
  const link = '<a id="a" href="/" style="color:#333;text-decoration:none">Words</a>';
  expect(await faults(`<div>${link}</div>`)).toEqual([]);
  expect(await faults(`<div>Words that go on before it ${link} and after it.</div>`)).toEqual([
    "link-in-text-block #a",
  ]);
});

test("@script reduces similar rows to four, keeps differing rows, and reports a duplicate id", async ({
  page,
}) => {
  const row = (index: number) =>
    `<tr id="r${index}"><td class="num">${index}0</td><td><a href="/${index}">Load ${index}</a></td></tr>`;
  const odd = [
    "<tr id='empty'><td class='num'>30</td><td><a href='/3'></a></td></tr>",
    "<tr id='sign'><td class='num'>40</td><td><a href='/4'>·</a></td></tr>",
    "<tr id='role'><td class='num' role='x'>50</td><td><a href='/5'>Load 5</a></td></tr>",
  ];
  const rows = [...Array(9).keys()].map(row);
  await page.setContent(
    `<table><tbody>${[...rows.slice(0, 7), ...odd, ...rows.slice(7), rows[2]].join("")}</tbody></table>`,
  );
  expect(await removeRepeatedContent(page)).toEqual(["r2"]);
  const left = await page.locator("tr").evaluateAll((all) => all.map(({ id }) => id));
  expect(left).toEqual(["r0", "r1", "r2", "empty", "sign", "role", "r2"]);
  expect(await runAxe(page, "all but colours")).toContain('link-name a[href="/3"]');
});

// Split into two halves, so that two workers share the pages.
for (const part of [0, 1])
  test(`@script axe finds no fault on any page, by day or by night (half ${part + 1} of the pages)`, async ({
    page,
    context,
  }) => {
    test.setTimeout(480_000);
    expect(await faultsOf(page, context, { sees: (_, turn) => turn % 2 === part })).toEqual([]);
  });

// A light page differs only by leaving out scripts. Of these, only React's scripts draw anything that axe checks.
test("@script axe finds no fault on React pages sent as light pages", async ({ page, context }) => {
  test.setTimeout(240_000);
  const hydrated = await findHydratedPaths();
  let seen = 0;
  const sees = (path: string) => {
    const isSeen = hydrated.some((pattern) => pattern.test(path));
    if (isSeen) seen++;
    return isSeen;
  };
  expect(await faultsOf(page, context, { sees, lightPages: true })).toEqual([]);
  expect(seen).toBeGreaterThan(hydrated.length / 2);
});
