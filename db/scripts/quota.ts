import { runCommand } from "./command";
import { PLACE } from "./environment";
import { setQuota } from "./room";

/**
 * `npx tsx db/scripts/quota.ts COMPANY MEGABYTES|default`: gives a company a larger or smaller file quota than others
 * have.
 */
await runCommand("npx tsx db/scripts/quota.ts COMPANY MEGABYTES|default", async () =>
  console.log(await setQuota(PLACE, process.argv.slice(2))),
);
