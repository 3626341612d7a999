import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { expect, it, onTestFinished } from "vitest";
import { createStyleInliner } from "./inline-css";
import { serveOnLoopback } from "./loopback";

/** Create a site with one page, which returns the inlined style of `href` and whether the style's use was recorded. */
async function site(files: Record<string, string>, { css = ["/assets/root-b2.css"], secure = false } = {}) {
  const client = mkdtempSync(join(tmpdir(), "first-styles-"));
  onTestFinished(() => rmSync(client, { recursive: true }));
  mkdirSync(join(client, "assets"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(client, "assets", name), text);
  const build = { assets: { routes: { root: { css } } } } as unknown as ServerBuild;
  const stylesFor = createStyleInliner({ client, build, secure });
  const { ask } = await serveOnLoopback((req, res) => {
    const styles = stylesFor(req, res);
    const href = `/assets/${req.query.of}`;
    const text = styles?.textOf(href);
    if (text) styles?.carried();
    res.json(styles ? { text, shared: styles.isShared(href) } : "links");
  });
  return async (cookie = "", of = "root-b2.css") => {
    const answer = await ask(`/?of=${of}`, { headers: { Cookie: cookie } });
    return { said: JSON.parse(answer.text) as unknown, cookies: answer.headers["set-cookie"] ?? [] };
  };
}

it("inlines styles only for a browser without this build's styles", async () => {
  const look = await site({ "root-b2.css": "body{color:red}\n" });
  const { said, cookies } = await look("tt_zone=UTC");
  expect(said).toEqual({ text: "body{color:red}", shared: true });
  expect(cookies).toEqual(["tt_styles=root-b2; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly"]);
  expect(await look("tt_styles=root-a1; tt_zone=UTC")).toEqual({ said, cookies });
  expect(await look("not_tt_styles=root-b2")).toEqual({ said, cookies });
  expect(await look("tt_zone=UTC; tt_styles=root-b2")).toEqual({ said: "links", cookies: [] });
});

it("limits the cookie to https if the site uses https", async () => {
  const look = await site({ "root-b2.css": "body{color:red}" }, { secure: true });
  expect((await look()).cookies).toEqual([expect.stringMatching(/; HttpOnly; Secure$/)]);
});

it("doesn't inline a missing style, or one whose text would end its style tag early", async () => {
  const look = await site({ "root-b2.css": 'p::after{content:"</style><script>alert(1)</script>"}' });
  expect(await look()).toEqual({ said: { text: null, shared: true }, cookies: [] });
  expect(await look("", "other.css")).toEqual({ said: { text: null, shared: false }, cookies: [] });
});

it("doesn't inline styles if the build has no shared styles", async () => {
  const look = await site({ "root-b2.css": "body{color:red}" }, { css: [] });
  expect(await look()).toEqual({ said: "links", cookies: [] });
});
