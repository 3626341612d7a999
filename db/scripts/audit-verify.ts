import { actsAreIntact } from "../../app/core/admin/acts.server";
import { verifyHistory } from "../../app/core/history/verify.server";
import { openDatabase } from "../client.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

/** `npm run audit:verify`: checks the whole history, entry by entry; ends with 1 and the names of what is broken. */
const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
const { chains, entries, broken } = await verifyHistory(db.read);
const acts = await actsAreIntact(db.read);
await db.close();
if (!acts) {
  console.error("What the people who run the site did: its chain is broken (admin_act).");
  process.exitCode = 1;
}
const looked = `${entries.toLocaleString("en-US")} entries in ${chains.toLocaleString("en-US")} chains of history`;
if (broken.length === 0) console.log(`${looked}: complete and unchanged.`);
else {
  console.error(`${looked}: ${broken.length} faults.`);
  for (const { subject, entry, seq, why } of broken)
    console.error(
      `${subject}${seq ? `, entry ${seq}` : ""}${entry === null ? "" : ` (audit_entry ${entry})`}: ${why}.`,
    );
  process.exitCode = 1;
}
