import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL(".", import.meta.url);

/**
 * CSS selectors that may be amber, because they need the user's attention. Nothing else is amber; a state is black or
 * green.
 */
const NEEDS_YOU = new Set([
  "base.css :root",
  "exchange.css .group.within .group-head th",
  "parts.css .tag.amber",
  "layout.css .badge",
  "layout.css .offline",
  "parts.css .notice.warn",
  "parts.css .status.wait",
  "scale.css .weighed .odd",
  "resource.css .amber",
  "weather.css .weather .warning",
]);

/** The selectors whose rules use amber, each with its file. */
function amberRules(file: string): string[] {
  const css = readFileSync(new URL(file, folder), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  return Array.from(css.matchAll(/([^{};]+)\{([^{}]*)\}/g))
    .filter(([, , body]) => body?.includes("--amber"))
    .map(([, selector]) => `${file} ${selector?.trim()}`);
}

test("amber is used only for things that need the user's attention", () => {
  const results = readdirSync(folder)
    .filter((file) => file.endsWith(".css"))
    .flatMap(amberRules);
  expect(results.filter((rule) => !NEEDS_YOU.has(rule))).toEqual([]);
  expect([...NEEDS_YOU].filter((rule) => !results.includes(rule))).toEqual([]);
});
