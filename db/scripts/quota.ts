import { PLACE } from "./environment";
import { runScript } from "./places";
import { giveRoom } from "./room";

/** `npm run quota -- COMPANY MEGABYTES|default`: gives a company more or less room for files than others have. */
await runScript(async () => console.log(await giveRoom(PLACE, process.argv.slice(2))));
