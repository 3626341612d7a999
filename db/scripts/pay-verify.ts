import { openDatabase } from "../client.server";
import { verifyPay } from "../verify/pay";
import { formatReport } from "../verify/report";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

/** `npm run pay:verify`: works out a second time what every load pays and every statement holds; ends with 1 where cents differ. */
const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
const report = await verifyPay(db);
await db.close();
if (report.faults.length === 0) console.log(formatReport(report));
else {
  console.error(formatReport(report));
  process.exitCode = 1;
}
