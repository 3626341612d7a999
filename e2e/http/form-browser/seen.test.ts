import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HIDDEN_BY_STYLE } from "./seen";

/** List the full selectors of rules that hide something on a wide screen. */
function hiding(css: string): string[] {
  const results: string[] = [];
  const open: string[] = [];
  let text = "";
  const rule = () => {
    if (/^(display: none|visibility: hidden)( !important)?$/.test(text.trim())) results.push(open.join(" "));
    text = "";
  };
  for (const letter of css.replace(/\/\*.*?\*\//gs, "")) {
    if (letter === "{") {
      open.push(text.replace(/\s+/g, " ").trim());
      text = "";
    } else if (letter === ";") rule();
    else if (letter === "}") {
      rule();
      open.pop();
    } else text += letter;
  }
  return results.filter((selector) => !/print|width < |::/.test(selector)).map(whole);
}
const whole = (selector: string) =>
  selector
    .replace(/@layer [\w-]+ ?/, "")
    .replace(/@media \((min-width: 60rem|scripting: none)\) ?/, "")
    .trim();

const styles = new URL("../../../app/styles/", import.meta.url);
const rules = readdirSync(styles)
  .filter((file) => file.endsWith(".css"))
  .flatMap((file) => hiding(readFileSync(new URL(file, styles), "utf8")));

/**
 * Rules that hide something only if the driver's own selector matches, or only after a script has run, each with the
 * driver's selectors.
 */
const OTHERWISE: Record<string, string[]> = {
  ".bulkbar.idle": [".stack:not(:has(.loads .tick :checked)) .bulkbar.idle"],
  ".topbar, .tabs": [".topbar", ".tabs"],
  '[data-narrow="on"] [formmethod="get"]': [],
  // These elements have no content to show.
  ".import-rows span:empty": [],
  // A day in the news list, all of whose items a script has hidden.
  ".days:not(:has(li:not([hidden])))": [],
  // Hidden on a wide screen, shown on a phone.
  ".loads .place": [],
  // Shown on a wide screen.
  ".side": [],
  ".filter-row": [],
  ".finder:has(.filter-row) .search .button span, .to-panel": [
    ".finder:has(.filter-row) .search .button span",
    ".finder:has(.filter-row) .to-panel",
  ],
  ".chip.in-row, .gone ~ .clear, .chips:not(:has(.chip:not(.in-row)))": [
    ".chip.in-row",
    ".gone ~ .clear",
    ".chips:not(:has(.chip:not(.in-row)))",
  ],
};

test("the driver's list contains every style rule that hides something, so that hidden elements are never pressed", () => {
  const known = rules.flatMap((rule) => OTHERWISE[rule] ?? [rule]);
  expect(known.length).toBeGreaterThan(4);
  expect(known.filter((rule) => !HIDDEN_BY_STYLE.includes(rule))).toEqual([]);
  const lost = HIDDEN_BY_STYLE.filter((rule) => !known.includes(rule));
  expect(lost).toEqual([]);
});

test("reads nested rules, and ignores rules for print, phones and pseudo-elements", () => {
  const css = `@layer a { .b { .c { display: none; } color: red } .d::before { display: none } }
    @media print { .e { display: none !important } } @media (width < 60rem) { .f { display: none } }
    @media (scripting: none) { .g { display: none; } }`;
  expect(hiding(css)).toEqual([".b .c", ".g"]);
});
