import { verifyPay } from "../audit/pay";
import { formatReport } from "../audit/report";
import { openDatabaseForCommand, requireNoArguments, runCommand } from "./command";

const USAGE = "npm run pay:verify";

/**
 * `npm run pay:verify` recalculates the pay of every load and the content of every statement; exit code 1 if any cents
 * differ.
 */
await runCommand(USAGE, async () => {
  requireNoArguments(USAGE);
  const db = await openDatabaseForCommand();
  const report = await verifyPay(db).finally(() => db.close());
  if (report.faults.length === 0) return console.log(formatReport(report));
  console.error(formatReport(report));
  process.exitCode = 1;
});
