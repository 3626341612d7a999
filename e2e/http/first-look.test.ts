import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { root } from "../../scripts/setup.mjs";
import { createCaller, signInPerson } from "./support/caller";

/** Return the stylesheets that a page links to, and those inlined in it. */
const stylesOf = (html: string) => ({
  linked: [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => href),
  carried: new Map(
    [...html.matchAll(/<style nonce="[^"]+" data-of="([^"]+)">(.*?)<\/style>/gs)].map(
      ([, href = "", text = ""]) => [href, text],
    ),
  ),
});

test("the first page inlines its stylesheets unchanged, and the next page links to the same stylesheets", async () => {
  const { url } = inject("served");
  const ida = await signInPerson(url, "ida");
  for (const path of ["/", "/trip-tickets", "/trip-tickets/3", "/jobs", "/nowhere"]) {
    ida.jar.delete("tt_styles");
    const first = await ida.ask(path);
    const { linked, carried } = stylesOf(first.text);
    expect([path, linked]).toEqual([path, []]);
    expect(carried.size, path).toBeGreaterThan(0);
    for (const [href, text] of carried)
      expect(text, href).toBe(readFileSync(join(root, "build/client", href), "utf8").trim());
    expect(ida.jar.get("tt_styles"), path).toMatch(/^root-[\w-]+$/);
    // The content security policy allows these inline styles by their nonce, and no others.
    const nonce = /'nonce-([^']+)'/.exec(first.headers.get("Content-Security-Policy") ?? "")?.[1];
    expect(first.text.split(`<style nonce="${nonce}"`).length - 1, path).toBe(carried.size);
    const next = stylesOf((await ida.ask(path)).text);
    expect([path, next.linked, next.carried.size]).toEqual([path, [...carried.keys()], 0]);
  }
});

test("a page that React hydrates links to its stylesheets from the start", async () => {
  const manager = await signInPerson(inject("served").url, "manager");
  manager.jar.delete("tt_styles");
  const { linked, carried } = stylesOf((await manager.ask("/company/locations/new")).text);
  expect([linked.length > 0, carried.size, manager.jar.has("tt_styles")]).toEqual([true, 0, false]);
});

test("a cached first page with inlined styles isn't confirmed with a 304: the new response links to the styles", async () => {
  const { url } = inject("served");
  const ida = await signInPerson(url, "ida");
  ida.jar.delete("tt_styles");
  const first = await ida.ask("/more");
  const tag = first.headers.get("ETag") ?? "";
  expect(tag).toMatch(/^W\//);
  const again = await ida.ask("/more", { headers: { "If-None-Match": tag } });
  expect([again.status, stylesOf(again.text).carried.size]).toEqual([200, 0]);
  const stranger = createCaller(url);
  expect(stylesOf((await stranger.ask("/login")).text).carried.size).toBeGreaterThan(0);
});
