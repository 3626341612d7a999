import { DEMO_PASSWORD } from "../../app/features/home/demo";
import { openDatabase } from "../client.server";
import { DEMO_SIGN_INS, seedDemo } from "../demo/seed";
import { DATABASE_AUTH_TOKEN, DATABASE_URL, maySeedDemo } from "./environment";

/** `npm run db:seed` makes the demo; `-- --tickets 1000000` adds a large, realistic set to measure with. */
if (!maySeedDemo) {
  console.error("The demo is not made in production. Set DEMO=1 where that is what you want.");
  process.exit(1);
}
const asked = process.argv.indexOf("--tickets");
const tickets = asked > 0 ? Number(process.argv[asked + 1]) : 0;
if (!Number.isInteger(tickets) || tickets < 0) {
  console.error("Say how many: npm run db:seed -- --tickets 1000000");
  process.exit(1);
}
const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
const outcome = await seedDemo(db, new Date());
await db.close();
console.log(outcome === "made" ? "The demo companies are made." : "The demo companies are there already.");
console.log(`Sign in as ${DEMO_SIGN_INS.join(", ")}; password ${DEMO_PASSWORD}`);

if (tickets > 0) {
  if (!DATABASE_URL.startsWith("file:")) {
    console.error("The large set goes into an embedded database (file:…) only.");
    process.exit(1);
  }
  const { seedBulk } = await import("../bulk/bulk");
  const start = Date.now();
  await seedBulk(DATABASE_URL.slice("file:".length), tickets, new Date(), showProgress);
  console.log(
    `\n${tickets.toLocaleString("en-US")} tickets in ${Math.round((Date.now() - start) / 1000)} s.`,
  );
}

function showProgress(done: number, total: number) {
  const width = 40;
  const full = Math.round((done / total) * width);
  process.stdout.write(
    `\r[${"#".repeat(full)}${".".repeat(width - full)}] ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`,
  );
}
