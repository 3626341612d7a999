import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { serveDemo } from "../../../scripts/serve";
import { FAKE_API_KEY, FAKE_WEBHOOK_SECRET } from "./server";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const TSX = ["--import", "tsx"];

/**
 * Start the built app with a fresh demo that accepts cards through a fake Stripe, which runs as a separate process at
 * another origin.
 */
export async function startPaymentSite() {
  const fake = spawn(process.execPath, [...TSX, "e2e/support/stripe/serve.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(fake.stdout, "data");
  const base = String(said).trim();
  const settings = {
    STRIPE_SECRET_KEY: FAKE_API_KEY,
    STRIPE_WEBHOOK_SECRETS: FAKE_WEBHOOK_SECRET,
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
    /** Make the fake Stripe return 500 for every call, or respond normally again. */
    down: (is: boolean) =>
      fetch(`${base}/_fake/down`, {
        method: "POST",
        body: new URLSearchParams({ is: is ? "on" : "" }).toString(),
      }),
    /** Advance the fake Stripe's clock. */
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
