import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { serveDemo } from "../../../scripts/serve";
import { FAKE_KEY, FAKE_SECRET } from "./server";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const TSX = ["--import", "tsx"];

/**
 * The built app over a fresh demo that takes cards through a test Stripe, which is a process of its own at another
 * origin.
 */
export async function payingSite() {
  const fake = spawn(process.execPath, [...TSX, "e2e/support/stripe/serve.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(fake.stdout, "data");
  const base = String(said).trim();
  const settings = {
    STRIPE_SECRET_KEY: FAKE_KEY,
    STRIPE_WEBHOOK_SECRETS: FAKE_SECRET,
    STRIPE_API_BASE: base,
  };
  const served = await serveDemo(settings);
  const setUp = spawnSync(process.execPath, [...TSX, "db/scripts/stripe-setup.ts"], {
    cwd: root,
    env: { ...process.env, ...settings, DATABASE_URL: served.databaseUrl, PUBLIC_URL: served.url },
    encoding: "utf8",
  });
  if (setUp.status !== 0) throw new Error(setUp.stderr);
  await fetch(`${base}/_fake/endpoints`, {
    method: "POST",
    body: new URLSearchParams({
      site: `${served.url}/stripe/events`,
      accounts: `${served.url}/stripe/account-events`,
    }).toString(),
  });
  return {
    url: served.url,
    base,
    setUp: setUp.stdout,
    /** Make Stripe answer nothing but 500, or answer again. */
    down: (is: boolean) =>
      fetch(`${base}/_fake/down`, {
        method: "POST",
        body: new URLSearchParams({ is: is ? "on" : "" }).toString(),
      }),
    /** Moves Stripe's clock forward. */
    later: (seconds: number) =>
      fetch(`${base}/_fake/later`, {
        method: "POST",
        body: new URLSearchParams({ seconds: String(seconds) }).toString(),
      }),
    async stop() {
      await served.stop();
      fake.kill("SIGTERM");
      await once(fake, "exit");
    },
  };
}
