import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { startApp } from "../../scripts/serve";
import { createVisitor } from "./support/visitor";

const LOGGER = 2;

test("the built server runs a long commit in a separate thread, and can shut down during the commit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-long-writes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "demo.db");
  copyFileSync(inject("demoDatabase"), file);
  const app = await startApp({ DATABASE_URL: `file:${file}`, FILES_DIR: join(folder, "files"), DEMO: "1" });
  onTestFinished(() => app.stop());
  await app.ready();
  const manager = createVisitor();
  await manager.signIn(app, "manager");
  const drafts = `${app.url}/api/settlements/statements`;
  const period_end = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  // A long commit always discards a draft, even a draft with few loads; a later request for it gets 404.
  for (let round = 0; round < 2; round++) {
    const page = await manager.api("POST", drafts, { receiving_company_id: LOGGER, period_end });
    expect([page.status, page.text]).toEqual([201, expect.stringContaining("id")]);
    const { id } = JSON.parse(page.text) as { id: number };
    expect((await manager.get(`${app.url}/settlements/statements/${id}`)).status).toBe(200);
    const gone = await manager.api("DELETE", `${drafts}/${id}`, {});
    expect([gone.status, gone.text]).toEqual([200, expect.stringContaining(String(id))]);
    expect((await manager.get(`${app.url}/settlements/statements/${id}`)).status).toBe(404);
  }
  const start = performance.now();
  app.child.kill("SIGTERM");
  expect(await app.gone).toBe(0);
  expect(performance.now() - start).toBeLessThan(10_000);
});
