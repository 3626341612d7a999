import { parseArgs } from "node:util";
import { DEMO_PASSWORD } from "../../app/modules/dashboard/rules/demo";
import { env } from "../../app/web/env.server";
import { DatabaseOpenError } from "../database";
import { DEMO_SIGN_INS, seedDemo } from "../demo/seed";
import { openDatabaseForCommand, runCommand } from "./command";
import { DATABASE_URL, maySeedDemo } from "./environment";

/**
 * `npm run db:seed` creates the demo; `-- --tickets 1000000` adds a large, realistic set for measuring. `--quiet`
 * prints no sign-ins.
 */
await runCommand("npm run db:seed [-- --tickets 1000000]", async () => {
  const { values } = parseArgs({ options: { tickets: { type: "string" }, quiet: { type: "boolean" } } });
  const tickets = Number(values.tickets ?? 0);
  if (!Number.isInteger(tickets) || tickets < 0)
    throw new DatabaseOpenError("--tickets takes a whole number: npm run db:seed -- --tickets 1000000");
  if (!maySeedDemo)
    throw new DatabaseOpenError("The demo is not made in production. Set DEMO=1 if you want it.");
  if (tickets > 0 && !DATABASE_URL.startsWith("file:"))
    throw new DatabaseOpenError("The large set goes into an embedded database (file:…) only.");
  // Check the site's settings first: the demo's notifications need them, and a missing setting must not leave half a
  // demo.
  env();
  const db = await openDatabaseForCommand({ mayCreate: true });
  const outcome = await seedDemo(db, new Date()).finally(() => db.close());
  if (!values.quiet) {
    console.log(
      outcome === "made" ? "The demo companies are made." : "The demo companies are there already.",
    );
    console.log(`Sign in as ${DEMO_SIGN_INS.join(", ")}; password ${DEMO_PASSWORD}`);
  }
  if (tickets === 0) return;
  const { seedBulk } = await import("../large-seed/bulk");
  const start = Date.now();
  await seedBulk(DATABASE_URL.slice("file:".length), tickets, new Date(), showProgress);
  console.log(
    `\n${tickets.toLocaleString("en-US")} tickets in ${Math.round((Date.now() - start) / 1000)} s.`,
  );
});

function showProgress(done: number, total: number) {
  const width = 40;
  const full = Math.round((done / total) * width);
  process.stdout.write(
    `\r[${"#".repeat(full)}${".".repeat(width - full)}] ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`,
  );
}
