import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, expect, inject, test } from "vitest";
import { SMALL_SERVER, startApp } from "../../scripts/serve";
import { createAttackTarget } from "./support/hostile/attack";
import { ATTACKS } from "./support/hostile/attacks";
import { COMPANY_QUOTA_MB, uploadFile } from "./support/hostile/attacks/hostile-files";
import { formatOutcomeTable, isProcessAlive, runAttack } from "./support/hostile/report";
import { getMemoryMb } from "./support/hostile/watch";

const SLIP = fileURLToPath(new URL("./support/slip.mjs", import.meta.url));
/** Limits allow responses of several seconds, so that a busy machine doesn't fail the test. */
const BOUNDS = { healthz: 5_000, rss: 400 };
/** `ALL_ATTACKS=1` adds the attacks that take minutes (docs/testing.md). */
const ALL = Boolean(process.env.ALL_ATTACKS);
const CODES = ["V1", "V2", "V3", "V4", "V6", "V10", "V16"];

async function server(imports: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-hostile-"));
  cpSync(inject("demoDatabase"), join(folder, "demo.db"));
  const app = await startApp(
    {
      DATABASE_URL: `file:${join(folder, "demo.db")}`,
      FILES_DIR: join(folder, "files"),
      ...SMALL_SERVER,
      ...(ALL ? { FILE_QUOTA_MB: String(COMPANY_QUOTA_MB) } : {}),
      LOG_LEVEL: "error",
    },
    { imports },
  );
  closers.push(async () => {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await app.ready();
  return app;
}
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

/** Start a server on first use, and share it among tests. */
const shared = (imports: string[] = []) => {
  let app: ReturnType<typeof server> | undefined;
  return () => {
    app ??= server(imports);
    return app;
  };
};
const attacked = shared();
const slipping = shared([SLIP]);

test("an idle server uses less than 260 MB of memory", async () => {
  const app = await attacked();
  // Measured here: 170 MB, or 320 MB if development-only modules are loaded too.
  expect(getMemoryMb(app.child.pid ?? 0)).toBeLessThan(260);
});

test(
  "no single attack stops the server or keeps it from answering other requests",
  async () => {
    const app = await attacked();
    const target = createAttackTarget(app);
    const outcomes = [];
    for (const attack of ATTACKS.filter(({ code, long }) => ALL || (!long && CODES.includes(code))))
      outcomes.push(await runAttack(attack, target, BOUNDS));
    expect(outcomes.length).toBeGreaterThan(8);
    expect(
      outcomes
        .filter(({ wrong }) => wrong.length)
        .map(({ attack, wrong }) => `${attack.name}: ${wrong.join()}`),
      formatOutcomeTable(outcomes),
    ).toEqual([]);
  },
  ALL ? 1_800_000 : 180_000,
);

test("the built server, too, detects the kind of an uploaded file in the isolated process", async () => {
  const target = createAttackTarget(await slipping());
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const avatar = { who: "manager", field: "avatar", name: "me.jpg", bytes: picture };
  expect(await uploadFile(target, "/profile/avatar", avatar)).toMatchObject({ status: 303 });
  const statement = {
    who: "manager",
    field: "file",
    name: "statement.csv",
    bytes: Buffer.from("Ticket,Date,Net\n1,2026-11-16,42000\n"),
    fields: { mill_company_id: "5" },
  };
  expect(await uploadFile(target, "/trip-tickets/reconcile", statement)).toMatchObject({ status: 303 });
});

test("an unhandled promise rejection doesn't end the server", async () => {
  const app = await slipping();
  app.child.kill("SIGUSR2");
  for (let i = 0; i < 1_200 && !app.said().includes("unhandled rejection"); i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.said()).toContain("unhandled rejection");
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect(isProcessAlive(app.child.pid ?? 0)).toBe(true);
});
