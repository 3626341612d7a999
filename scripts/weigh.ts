/**
 * `npm run check:page-weight`: print a table of the bytes that pages transfer; `--write` writes it to
 * docs/benchmarks.md.
 */
import "./help.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { openDatabase } from "../db/client.server";
import { chromiumPath } from "./chromium.mjs";
import { serveDemo } from "./serve";
import { root } from "./setup.mjs";
import { WEIGHED_PAGES, weighPage } from "./weight";

const served = await serveDemo();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-background-networking"],
});
try {
  const db = await openDatabase({ url: served.databaseUrl });
  const { rows } = await db.client.execute(
    "SELECT trip_ticket_id AS id FROM audit_entry WHERE job_id = 1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  );
  await db.close();
  const signed = await browser.newContext({ baseURL: served.url });
  await signed.request.post("/login", { form: { login: "manager@demo.test", password: "timber-demo-2026" } });
  const storageState = await signed.storageState();
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  const lines = [
    "| page | document | CSS | scripts | light page's document |",
    "| --- | ---: | ---: | ---: | ---: |",
  ];
  for (const { page, path, signedOut } of WEIGHED_PAGES) {
    const weighed = async (light: boolean) => {
      const context = await browser.newContext({ baseURL: served.url, storageState });
      if (signedOut) await context.clearCookies();
      if (light) await context.addCookies([{ name: "tt_light", value: "1", url: served.url }]);
      const weight = await weighPage(context, page, path.replace("{ticket}", String(rows[0]?.id)));
      await context.close();
      return weight;
    };
    const [full, light] = [await weighed(false), await weighed(true)];
    const cells = [full.document, full.css, full.scripts, light.document].map(kilobytes);
    lines.push(`| ${page} | ${cells.join(" | ")} |`);
  }
  const table = lines.join("\n");
  console.log(table);
  if (process.argv.includes("--write")) {
    const file = join(root, "docs", "benchmarks.md");
    const [before, after] = ["<!-- weight:start -->", "<!-- weight:end -->"];
    const text = readFileSync(file, "utf8");
    const [head, tail] = [text.indexOf(before) + before.length, text.indexOf(after)];
    if (tail < head) throw new Error(`docs/benchmarks.md has no ${before} … ${after}.`);
    writeFileSync(file, `${text.slice(0, head)}\n${table}\n${text.slice(tail)}`);
  }
} finally {
  await browser.close();
  await served.stop();
}
