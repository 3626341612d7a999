import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAGES as ENTRIES, findPageAddress, listFrames } from "../../app/pages";
import { type Served, serveDemo } from "../../scripts/serve";
import { PAGES_BY_VIEWER, SIMILAR_PAGES } from "../support/expectations";
import { UNLINKED_PAGES } from "../support/kept";
import { type Caller, signInPerson } from "./support/caller";
import { type Element, findElements, getElementText, parseHtml } from "./support/html";
import { createTestRecords } from "./support/things";

/**
 * Resolve the validation rules once for all pages; the validator would otherwise resolve them for each page, which
 * takes a fifth of its time.
 */
class OneConfig extends StaticConfigLoader {
  private found: ResolvedConfig | Promise<ResolvedConfig> | undefined;
  override getConfigFor(page: string, more?: ConfigData) {
    this.found ??= super.getConfigFor(page, more);
    return this.found;
  }
}

/**
 * The validator's recommended rules without its style rules: mixed-case attribute names, void elements, boolean
 * attributes and ids are valid as React writes them.
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
    // Radio buttons and checkboxes of one question share a name, as do buttons.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit", "reset", "button"] }],
    "doctype-style": "off",
    // A phone number is shown in the format of the API so that it can be copied; CSS keeps it on one line.
    "tel-non-breaking": "off",
    // A clickable map sends the position of the click, which a button can't do.
    "prefer-button": ["error", { exclude: ["image"] }],
  },
};
const validator = new HtmlValidate(new OneConfig(config));

/**
 * Remove a page's scripts and the empty badges that these scripts fill. The result usually equals the light page, which
 * is then valid if the full page is. Also remove React's markers between two texts, and spaces before a tag end.
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
      const person = await signInPerson(url, who);
      for (const path of paths) pages.push(await look(who, person, named(path)));
    }
  };
  await lookAt(PAGES_BY_VIEWER);
  // Use a separate server, since the similar records are created first.
  await lookAt(
    SIMILAR_PAGES,
    await createTestRecords(await signInPerson(url, "manager"), await signInPerson(url, "super")),
  );
});
afterAll(() => served?.stop());

test("every checked address returns the requested page", () => {
  const others = pages.filter(({ path, at, status }) => {
    const pageAddress = findPageAddress(path.split("?")[0] ?? "");
    return path !== "/no-such-page" && (status >= 400 || findPageAddress(at) !== pageAddress);
  });
  expect(others.map(({ who, path, at, status }) => `${path} as ${who}: ${status} ${at}`)).toEqual([]);
});

describe("HTML validity", () => {
  const faultsOf = async (path: string, html: string) =>
    (await validator.validateString(html, path)).results.flatMap(({ messages }) =>
      messages.map((m) => `${path}: ${m.ruleId} ${m.message} ${m.selector ?? ""}`),
    );

  test("the validator detects invalid HTML", async () => {
    const html = "<!DOCTYPE html><html><body><ul><p>x</ul></body></html>";
    expect(await faultsOf("x", html)).not.toEqual([]);
  });

  test("every page is valid HTML", async () => {
    const faults: string[] = [];
    for (const { path, html } of pages) faults.push(...(await faultsOf(path, html)));
    expect(faults).toEqual([]);
  });

  test("light pages that differ in more than their scripts are valid HTML", async () => {
    const faults: string[] = [];
    let others = 0;
    for (const { path, html, light } of pages) {
      if (withoutScripts(html) === withoutScripts(light)) continue;
      others++;
      faults.push(...(await faultsOf(path, light)));
    }
    expect(faults).toEqual([]);
    // At least one page differs: it shows whether the user has chosen light pages.
    expect(others).toBeGreaterThan(0);
  });
});

const LINES =
  "address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img input legend li main nav noscript ol optgroup option p pre search section select summary table tbody td textarea tfoot th thead tr ul".split(
    " ",
  );
const UNSEEN = ["head", "script", "style", "template", "svg", "noscript", "title"];

/**
 * Find places where the last word of an element and the first word of the next run together as plain text: in a text
 * browser, read aloud, or copied. CSS separates them only on screen; only white space or a block element separates the
 * text.
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

describe("words that run together", () => {
  test("detects words that run together, and accepts words that are separated", () => {
    expect(runTogether("<a><strong>Available to haul</strong><span>25 loads</span></a>")).toEqual([
      "Available to haul|25 loads",
    ]);
    expect(runTogether("<a>Export</a><a>Reconcile</a>")).toEqual(["Export|Reconcile"]);
    expect(runTogether("<a>Export</a> <a>Reconcile</a><p>Columns</p>")).toEqual([]);
    expect(runTogether("<li>One</li><li>Two</li><b>T</b><i hidden>x</i><span>, next</span>")).toEqual([]);
  });

  test("no page has words that run together", () => {
    const faults = new Map<string, string>();
    for (const { path, html } of pages)
      for (const fault of runTogether(html)) if (!faults.has(fault)) faults.set(fault, path);
    expect([...faults].map(([fault, path]) => `${path}: ${fault}`)).toEqual([]);
  });
});

describe("breadcrumbs", () => {
  test("breadcrumbs show names, never ids", () => {
    const ids = pages.flatMap(({ path, html }) => {
      const crumbs = /<ol class="crumbs">.*?<\/ol>/s.exec(html)?.[0] ?? "";
      const words = [...crumbs.matchAll(/>([^<>]+)<\/(?:a|span)>/g)].map(([, label = ""]) => label.trim());
      return words.some((label) => /^\d+$/.test(label)) ? [`${path}: ${words.join(" / ")}`] : [];
    });
    expect(ids).toEqual([]);
  });
});

describe("links", () => {
  test("some link leads to every page whose address has no id", () => {
    const linked = new Set<string | undefined>();
    for (const { path, html } of pages)
      for (const [, href = ""] of html.matchAll(/<a [^>]*?href="([^"#]+)"/g)) {
        const { pathname } = new URL(href.replaceAll("&amp;", "&"), "http://here.invalid");
        // Ignore a page's links to itself and to its ancestors in the breadcrumbs.
        if (!`${path.split("?")[0]}/`.startsWith(`${pathname}/`))
          linked.add(findPageAddress(pathname) ?? undefined);
      }
    const lost = ENTRIES.filter(({ page, bare }) => page.endsWith(".tsx") && !bare)
      .map(({ address }) => address)
      .filter((address) => !address.includes(":") && !linked.has(address) && !UNLINKED_PAGES.has(address));
    expect(lost).toEqual([]);
  });
});

/**
 * Pages whose heading isn't repeated on the pages below: the current selection, a ticket's page, and the creation of a
 * job.
 */
const OTHER_HEADS = ["/trip-tickets/selection", "/trip-tickets/:ticketId", "/jobs/create"];

describe("frames", () => {
  test("the heading of a page with subpages stays on every page below it", () => {
    const headingsOf = (html: string) =>
      findElements(parseHtml(html), ({ name }) => /^h[1-3]$/.test(name)).map((heading) =>
        getElementText(heading).trim(),
      );
    // Read each page's headings once, even if it is inside several frames.
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
