import { runCommand } from "./command";
import { DATABASE_LOCATION } from "./environment";
import { setQuota } from "./room";

/** `npx tsx db/scripts/quota.ts COMPANY MEGABYTES|default`: sets a company's file quota. */
await runCommand("npx tsx db/scripts/quota.ts COMPANY MEGABYTES|default", async () =>
  console.log(await setQuota(DATABASE_LOCATION, process.argv.slice(2))),
);
