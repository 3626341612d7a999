import { verifyPay } from "../audit/pay";
import { formatReport } from "../audit/report";
import { openForCommand, requireNoArguments, runCommand } from "./command";

const USAGE = "npm run pay:verify";

/** `npm run pay:verify` recalculates what every load pays and every statement contains; exit code 1 if cents differ. */
await runCommand(USAGE, async () => {
  requireNoArguments(USAGE);
  const db = await openForCommand();
  const report = await verifyPay(db).finally(() => db.close());
  if (report.faults.length === 0) return console.log(formatReport(report));
  console.error(formatReport(report));
  process.exitCode = 1;
});
