import { openDatabase } from "../client.server";
import { DEMO_PASSWORD } from "../demo/companies";
import { DEMO_SIGN_INS, seedDemo } from "../demo/seed";
import { DATABASE_AUTH_TOKEN, DATABASE_URL, maySeedDemo } from "./environment";

if (!maySeedDemo) {
  console.error("The demo is not made in production. Set DEMO=1 where that is what you want.");
  process.exit(1);
}
const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
const outcome = await seedDemo(db, new Date());
db.close();
console.log(outcome === "made" ? "The demo companies are made." : "The demo companies are there already.");
console.log(`Sign in as ${DEMO_SIGN_INS.join(", ")}; password ${DEMO_PASSWORD}`);
