import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAGES as ENTRIES, findPageAddress, listFrames } from "../../app/pages";
import { type Served, serveDemo } from "../../scripts/serve";
import { ALIKE, PAGES } from "../support/expectations";
import { NOT_LINKED } from "../support/kept";
import { type Caller, personAt } from "./support/caller";
import { type Element, elementsOf, parseHtml, textOf } from "./support/html";
import { thingsOf } from "./support/things";

/** Resolve the rules once for all pages: the validator would do it for each page, which is a fifth of its time. */
class OneConfig extends StaticConfigLoader {
  private found: ResolvedConfig | Promise<ResolvedConfig> | undefined;
  override getConfigFor(page: string, more?: ConfigData) {
    this.found ??= super.getConfigFor(page, more);
    return this.found;
  }
}

/**
 * The validator's recommended rules except those of taste: attribute names in any case, void elements, boolean
 * attributes and ids as React writes them are just as valid.
 */
const config: ConfigData = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    "attr-case": "off",
    "valid-id": ["error", { relaxed: true }],
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    // Inputs of one question share its name.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit", "reset", "button"] }],
    "doctype-style": "off",
    // A phone number is written as in the API, to be copied; style keeps it on one line.
    "tel-non-breaking": "off",
    // A clickable map sends the pixel, which no button does.
    "prefer-button": ["error", { exclude: ["image"] }],
  },
};
const validator = new HtmlValidate(new OneConfig(config));

/**
 * A light page is usually the same document without its scripts and the empty badges that they fill. If a page is
 * valid, it is also valid without these, and without React's marks between two texts and spaces before a tag.
 */
const withoutScripts = (html: string) =>
  html
    .replace(/<script[\s>].*?<\/script>|<link[^>]*rel="(modulepreload|preload|prefetch)"[^>]*>/gs, "")
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, "")
    .replace(/<!-- -->| data-unread=""/g, "")
    .replaceAll('<span class="badge"></span>', "")
    .replace(/ +</g, "<");

type Page = { who: string; path: string; at: string; status: number; html: string; light: string };
let pages: Page[];

let served: Served;
beforeAll(async () => {
  served = await serveDemo();
  const { url } = served;
  const look = async (who: string, person: Caller, path: string): Promise<Page> => {
    person.jar.delete("tt_light");
    const { text: html, status, url } = await person.get(path);
    person.jar.set("tt_light", "1");
    return { who, path, at: new URL(url).pathname, status, html, light: await person.read(path) };
  };
  pages = [];
  const lookAt = async (lists: Record<string, string[]>, named = (path: string) => path) => {
    for (const [who, paths] of Object.entries(lists)) {
      const person = await personAt(url, who);
      for (const path of paths) pages.push(await look(who, person, named(path)));
    }
  };
  await lookAt(PAGES);
  // Uses its own server, since these are created first.
  await lookAt(ALIKE, await thingsOf(await personAt(url, "manager"), await personAt(url, "super")));
});
afterAll(() => served?.stop());

test("what is looked at is the page that was asked for", () => {
  const others = pages.filter(({ path, at, status }) => {
    const pageAddress = findPageAddress(path.split("?")[0] ?? "");
    return path !== "/no-such-page" && (status >= 400 || findPageAddress(at) !== pageAddress);
  });
  expect(others.map(({ who, path, at, status }) => `${path} as ${who}: ${status} ${at}`)).toEqual([]);
});

describe("HTML", () => {
  const faultsOf = async (path: string, html: string) =>
    (await validator.validateString(html, path)).results.flatMap(({ messages }) =>
      messages.map((m) => `${path}: ${m.ruleId} ${m.message} ${m.selector ?? ""}`),
    );

  test("a fault is found where there is one", async () => {
    const html = "<!DOCTYPE html><html><body><ul><p>x</ul></body></html>";
    expect(await faultsOf("x", html)).not.toEqual([]);
  });

  test("every page is valid", async () => {
    const faults: string[] = [];
    for (const { path, html } of pages) faults.push(...(await faultsOf(path, html)));
    expect(faults).toEqual([]);
  });

  test("light pages too, where more than their scripts is gone", async () => {
    const faults: string[] = [];
    let others = 0;
    for (const { path, html, light } of pages) {
      if (withoutScripts(html) === withoutScripts(light)) continue;
      others++;
      faults.push(...(await faultsOf(path, light)));
    }
    expect(faults).toEqual([]);
    // If a person has chosen light pages, the page says so.
    expect(others).toBeGreaterThan(0);
  });
});

const LINES =
  "address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img input legend li main nav noscript ol optgroup option p pre search section select summary table tbody td textarea tfoot th thead tr ul".split(
    " ",
  );
const UNSEEN = ["head", "script", "style", "template", "svg", "noscript", "title"];

/**
 * Find where the words of two elements run together as text: in a text browser, read aloud, or copied. Styles keep them
 * apart on the screen alone; what counts is white space, or an element that starts a line of its own.
 */
function runTogether(html: string): string[] {
  const faults: string[] = [];
  let before = "";
  const walk = (node: Element | string) => {
    if (typeof node === "string") {
      if (!node) return;
      if (/[\p{L}\p{N}.,:!?)]$/u.test(before) && /^[\p{L}\p{N}(#$]/u.test(node))
        faults.push(`${before.slice(-30)}|${node.slice(0, 30)}`);
      before = node;
      return;
    }
    const { name, attributes, children } = node;
    if (UNSEEN.includes(name) || "hidden" in attributes) return;
    const isLine = LINES.includes(name);
    if (isLine) before = "";
    for (const child of children) walk(child);
    if (isLine) before = "";
  };
  walk(parseHtml(html));
  return faults;
}

describe("words", () => {
  test("that run together are found, and those that do not are left alone", () => {
    expect(runTogether("<a><strong>Available to haul</strong><span>25 loads</span></a>")).toEqual([
      "Available to haul|25 loads",
    ]);
    expect(runTogether("<a>Export</a><a>Reconcile</a>")).toEqual(["Export|Reconcile"]);
    expect(runTogether("<a>Export</a> <a>Reconcile</a><p>Columns</p>")).toEqual([]);
    expect(runTogether("<li>One</li><li>Two</li><b>T</b><i hidden>x</i><span>, next</span>")).toEqual([]);
  });

  test("run together on no page", () => {
    const faults = new Map<string, string>();
    for (const { path, html } of pages)
      for (const fault of runTogether(html)) if (!faults.has(fault)) faults.set(fault, path);
    expect([...faults].map(([fault, path]) => `${path}: ${fault}`)).toEqual([]);
  });
});

describe("crumbs", () => {
  test("carry names: an id stands in the address, never in the words", () => {
    const ids = pages.flatMap(({ path, html }) => {
      const crumbs = /<ol class="crumbs">.*?<\/ol>/s.exec(html)?.[0] ?? "";
      const words = [...crumbs.matchAll(/>([^<>]+)<\/(?:a|span)>/g)].map(([, label = ""]) => label.trim());
      return words.some((label) => /^\d+$/.test(label)) ? [`${path}: ${words.join(" / ")}`] : [];
    });
    expect(ids).toEqual([]);
  });
});

describe("links", () => {
  test("lead to every page that has an address without an id", () => {
    const linked = new Set<string | undefined>();
    for (const { path, html } of pages)
      for (const [, href = ""] of html.matchAll(/<a [^>]*?href="([^"#]+)"/g)) {
        const { pathname } = new URL(href.replaceAll("&amp;", "&"), "http://here.invalid");
        // Links to a page from itself or from pages below it in the breadcrumbs don't count.
        if (!`${path.split("?")[0]}/`.startsWith(`${pathname}/`))
          linked.add(findPageAddress(pathname) ?? undefined);
      }
    const lost = ENTRIES.filter(({ page, bare }) => page.endsWith(".tsx") && !bare)
      .map(({ address }) => address)
      .filter((address) => !address.includes(":") && !linked.has(address) && !NOT_LINKED.has(address));
    expect(lost).toEqual([]);
  });
});

/** Headings that differ on the pages below: the current selection, and a ticket's own page, which has its own heading. */
const OTHER_HEADS = ["/trip-tickets/selection", "/trip-tickets/:ticketId", "/jobs/create"];

describe("frames", () => {
  test("keep their head on screen on every page that stands in them", () => {
    const headingsOf = (html: string) =>
      elementsOf(parseHtml(html), ({ name }) => /^h[1-3]$/.test(name)).map((heading) =>
        textOf(heading).trim(),
      );
    // Check each page once, however many frames it is in.
    const shown = pages.map(({ who, path: asked, html }) => {
      const [path = ""] = asked.split("?");
      const address = findPageAddress(path);
      const entry = ENTRIES.find((page) => page.address === address);
      const frames = entry && !entry.bare ? listFrames(entry) : [];
      return { who, path, address, frames, headings: headingsOf(html) };
    });
    const gone: string[] = [];
    let held = 0;
    for (const { address } of ENTRIES.filter(({ frame }) => frame)) {
      if (OTHER_HEADS.includes(address)) continue;
      const inside = shown.filter(({ address: own, frames }) => own !== address && frames.includes(address));
      for (const own of shown.filter((item) => item.address === address))
        for (const below of inside) {
          if (below.who !== own.who || !below.path.startsWith(`${own.path}/`)) continue;
          held++;
          const around = below.frames.slice(below.frames.indexOf(address)).length;
          const head = own.headings.slice(0, around);
          const lines = below.headings.slice(0, around);
          if (lines.join("|") !== head.join("|")) gone.push(`${below.path}: ${lines}, not ${head}`);
        }
    }
    expect(gone).toEqual([]);
    expect(held).toBeGreaterThan(50);
  });
});
