import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { expect, it, onTestFinished } from "vitest";
import { createStyleInliner } from "./inline-css";
import { onLoopback } from "./loopback";

/** A site of one page, which returns the style of `href`, and whether its use was recorded. */
async function site(files: Record<string, string>, { css = ["/assets/root-b2.css"], secure = false } = {}) {
  const client = mkdtempSync(join(tmpdir(), "first-styles-"));
  onTestFinished(() => rmSync(client, { recursive: true }));
  mkdirSync(join(client, "assets"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(client, "assets", name), text);
  const build = { assets: { routes: { root: { css } } } } as unknown as ServerBuild;
  const stylesFor = createStyleInliner({ client, build, secure });
  const { ask } = await onLoopback((req, res) => {
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

it("gives styles to a browser that has none of this build, and to no other", async () => {
  const look = await site({ "root-b2.css": "body{color:red}\n" });
  const { said, cookies } = await look("tt_zone=UTC");
  expect(said).toEqual({ text: "body{color:red}", shared: true });
  expect(cookies).toEqual(["tt_styles=root-b2; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly"]);
  expect(await look("tt_styles=root-a1; tt_zone=UTC")).toEqual({ said, cookies });
  expect(await look("not_tt_styles=root-b2")).toEqual({ said, cookies });
  expect(await look("tt_zone=UTC; tt_styles=root-b2")).toEqual({ said: "links", cookies: [] });
});

it("keeps the cookie to https where the site is", async () => {
  const look = await site({ "root-b2.css": "body{color:red}" }, { secure: true });
  expect((await look()).cookies).toEqual([expect.stringMatching(/; HttpOnly; Secure$/)]);
});

it("gives no style that would end before its tag, and none that isn't there", async () => {
  const look = await site({ "root-b2.css": 'p::after{content:"</style><script>alert(1)</script>"}' });
  expect(await look()).toEqual({ said: { text: null, shared: true }, cookies: [] });
  expect(await look("", "other.css")).toEqual({ said: { text: null, shared: false }, cookies: [] });
});

it("gives none where the build has none of its own", async () => {
  const look = await site({ "root-b2.css": "body{color:red}" }, { css: [] });
  expect(await look()).toEqual({ said: "links", cookies: [] });
});
