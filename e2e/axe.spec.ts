import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { axeIn, bringAxe } from "./support/axe";
import { hydratedPaths, PAGES } from "./support/expectations";
import { enter, expect, test, url } from "./support/test";
import { thin } from "./support/thin";

/** Selects some of all pages, by their addresses and their position in the list. */
type Way = { sees: (path: string, turn: number) => boolean; lightPages?: boolean };

/**
 * The looks that either half has found without a fault in this light mode, in a file of this run: Playwright empties
 * its folder when a run begins. A look with a fault isn't stored, so walking the pages again finds it again.
 */
function faultless(light: "day" | "night") {
  const folder = test.info().project.outputDir;
  const file = join(folder, `looks-by-${light}`);
  return {
    // The last piece is the text after the last complete line.
    all: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []),
    add: (looks: string[]) => {
      if (!looks.length) return;
      mkdirSync(folder, { recursive: true });
      // One append to the file: the other half's lines are neither lost nor torn.
      appendFileSync(file, looks.map((look) => `${look}\n`).join(""));
    },
  };
}

/**
 * Run axe on some of all pages: once on each page, and once for each distinct look of a text on any of them, by day and
 * by night.
 */
async function faultsOf(page: Page, context: BrowserContext, { sees, lightPages }: Way) {
  const faults: string[] = [];
  const known = { day: new Set<string>(), night: new Set<string>() };
  let turn = 0;
  let isDark = false;
  await bringAxe(context);
  const look = async (path: string) => {
    if (!sees(path, turn++)) return;
    await page.goto(path);
    for (const id of await thin(page)) faults.push(`${path}: two elements have the id ${id}`);
    const note = async (what: string, how: Parameters<typeof axeIn>[1], light: "day" | "night") => {
      const shared = faultless(light);
      for (const item of shared.all()) known[light].add(item);
      const before = known[light].size;
      const results = await axeIn(page, how, known[light]);
      for (const fault of results) faults.push(`${what}: ${fault}`);
      if (!results.length) shared.add([...known[light]].slice(before));
    };
    if (lightPages) return note(path, "all but colours", "day");
    const byDay = () => note(path, "everything", "day");
    const byNight = () => note(`${path} by night`, "colours", "night");
    // Each page is opened in the light mode in which the previous page was left.
    const looks = isDark ? [byNight, byDay] : [byDay, byNight];
    await looks[0]?.();
    isDark = !isDark;
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    await looks[1]?.();
  };
  for (const [who, paths] of Object.entries(PAGES)) {
    await context.clearCookies();
    if (who !== "nobody") await enter(page, who);
    if (lightPages) await context.addCookies([{ name: "tt_light", value: "1", url: url() }]);
    for (const path of paths) await look(path);
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

/** Check the colors of one body after another, remembering the looks already checked. */
function looking(page: Page, style: string) {
  const known = new Set<string>();
  const faults = async (body: string) => {
    await page.setContent(`<html lang="en"><title>x</title><body style="${style}">${body}</body></html>`);
    return axeIn(page, "colours", known);
  };
  return { known, faults };
}

test("@script colours are looked at once for each way that a text looks, wherever it stands", async ({
  page,
}) => {
  const { known, faults } = looking(page, "background:#fff");
  const grey = '<p id="a" style="color:#767676">Words</p>';
  expect(await faults(grey)).toEqual([]);
  expect(known.size).toBe(1);
  expect(await faults(grey.repeat(3).replaceAll('id="a"', ""))).toEqual([]);
  expect(known.size).toBe(1);
  // The same text on another background, paler, smaller on a card that lies on top, faded with its surroundings.
  expect(await faults(`<div style="background:#ddd">${grey}</div>`)).toEqual(["color-contrast #a"]);
  expect(await faults(grey.replace("#767676", "#999"))).toEqual(["color-contrast #a"]);
  expect(await faults(`<div style="opacity:0.6">${grey}</div>`)).toEqual(["color-contrast #a"]);
  expect(await faults(`<div class="card" style="position:absolute">${grey}</div>`)).toEqual([]);
  expect(known.size).toBe(5);
  // Surroundings that add no color don't create another look, nor does the kind of element.
  expect(
    await faults(`<section><div>${grey.replace("<p", "<span").replace("/p>", "/span>")}</div></section>`),
  ).toEqual([]);
  expect(known.size).toBe(5);
});

test("@script what axe passes over keeps no look of the same color from being looked at", async ({
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
  // A link by itself is compared with nothing.
  const link = '<a id="a" href="/" style="color:#333;text-decoration:none">Words</a>';
  expect(await faults(`<div>${link}</div>`)).toEqual([]);
  expect(await faults(`<div>Words that go on before it ${link} and after it.</div>`)).toEqual([
    "link-in-text-block #a",
  ]);
});

test("@script rows that are alike are thinned to four, each one that differs stays, and an id that is used twice is named", async ({
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
  expect(await thin(page)).toEqual(["r2"]);
  const left = await page.locator("tr").evaluateAll((all) => all.map(({ id }) => id));
  expect(left).toEqual(["r0", "r1", "r2", "empty", "sign", "role", "r2"]);
  expect(await axeIn(page, "all but colours")).toContain('link-name a[href="/3"]');
});

// Two halves, so that two workers share them.
for (const part of [0, 1])
  test(`@script no page has a fault that axe finds, by day or by night, half ${part + 1}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(480_000);
    expect(await faultsOf(page, context, { sees: (_, turn) => turn % 2 === part })).toEqual([]);
  });

// A light page only leaves out scripts, and of these only React's draw anything that axe checks.
test("@script nor has any page that is sent with React as a light page", async ({ page, context }) => {
  test.setTimeout(240_000);
  const hydrated = await hydratedPaths();
  let seen = 0;
  const sees = (path: string) => {
    const isSeen = hydrated.some((pattern) => pattern.test(path));
    if (isSeen) seen++;
    return isSeen;
  };
  expect(await faultsOf(page, context, { sees, lightPages: true })).toEqual([]);
  expect(seen).toBeGreaterThan(hydrated.length / 2);
});
