import type { Page } from "@playwright/test";
import { PAGES, SIGNED_OUT } from "./support/pages";
import { expect, signIn, test } from "./support/test";

/**
 * Find where the words of two elements run together as text: in a text browser, read aloud, or copied. Styles keep them
 * apart on the screen alone; what counts is white space, or an element that starts a line of its own.
 */
const runTogether = (page: Page, html: string) =>
  page.evaluate((source) => {
    const LINES =
      "address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img input legend li main nav noscript ol optgroup option p pre search section select summary table tbody td textarea tfoot th thead tr ul".split(
        " ",
      );
    const UNSEEN = ["script", "style", "template", "svg", "noscript", "title"];
    const faults: string[] = [];
    let before = "";
    const walk = (node: Node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = node.nodeValue ?? "";
        if (!text) return;
        if (/[\p{L}\p{N}.,:!?)]$/u.test(before) && /^[\p{L}\p{N}(#$]/u.test(text))
          faults.push(`${before.slice(-30)}|${text.slice(0, 30)}`);
        before = text;
        return;
      }
      if (!(node instanceof Element)) return;
      const name = node.localName;
      if (UNSEEN.includes(name) || node.hasAttribute("hidden")) return;
      const isLine = LINES.includes(name);
      if (isLine) before = "";
      for (const child of node.childNodes) walk(child);
      if (isLine) before = "";
    };
    walk(new DOMParser().parseFromString(source, "text/html").body);
    return faults;
  }, html);

test("@script words that run together are found, and those that do not are left alone", async ({ page }) => {
  const found = (html: string) => runTogether(page, html);
  expect(await found("<a><strong>Available to haul</strong><span>25 loads</span></a>")).toEqual([
    "Available to haul|25 loads",
  ]);
  expect(await found("<a>Export</a><a>Reconcile</a>")).toEqual(["Export|Reconcile"]);
  expect(await found("<a>Export</a> <a>Reconcile</a><p>Columns</p>")).toEqual([]);
  expect(await found("<li>One</li><li>Two</li><b>T</b><i hidden>x</i><span>, next</span>")).toEqual([]);
});

test("@script no page runs words together as text", async ({ page, context }) => {
  test.setTimeout(120_000);
  const faults = new Map<string, string>();
  const look = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    for (const fault of await runTogether(page, html)) if (!faults.has(fault)) faults.set(fault, path);
  };
  for (const path of SIGNED_OUT) await look(path);
  for (const [who, paths] of Object.entries(PAGES)) {
    await context.clearCookies();
    await signIn(page, who);
    for (const path of paths) await look(path);
  }
  expect([...faults].map(([fault, path]) => `${path}: ${fault}`)).toEqual([]);
});
