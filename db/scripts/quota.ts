import { runCommand } from "./command";
import { PLACE } from "./environment";
import { giveRoom } from "./room";

/** `npm run quota -- COMPANY MEGABYTES|default`: gives a company more or less room for files than others have. */
await runCommand("npm run quota -- COMPANY MEGABYTES|default", async () =>
  console.log(await giveRoom(PLACE, process.argv.slice(2))),
);
