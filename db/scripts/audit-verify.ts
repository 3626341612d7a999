import { readFile } from "node:fs/promises";
import { deriveAnchorKeys, exportPublicKey, hashLine } from "../../app/lib/audit-anchors/signing.server";
import { type PublishedAnchor, verifyAnchors } from "../../app/lib/audit-anchors/verify.server";
import { formatCount } from "../../app/lib/text/text";
import { verifyAdminActions } from "../../app/modules/admin/shared/acts.server";
import { verifyHistory } from "../../app/modules/history/shared/verify.server";
import { DatabaseOpenError } from "../database";
import { openDatabaseForCommand, runCommand } from "./command";

/** Read a published list of anchors, as written by `npx tsx db/scripts/audit-anchors.ts`, keyed by hash. */
async function publishedIn(file: string): Promise<PublishedAnchor[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  return lines.map((text, i) => {
    const { line } = JSON.parse(text);
    if (typeof line !== "string")
      throw new DatabaseOpenError(`${file}, line ${i + 1}: this isn't a list of anchors.`);
    return { seq: Number(JSON.parse(line).seq), hash: hashLine(line) };
  });
}

/**
 * `npm run audit:verify [-- --list FILE]`: checks every history entry, compares the history with the anchors, and the
 * anchors with a published list. If a chain or an anchor doesn't match, prints its name and exits with 1.
 */
await runCommand("npm run audit:verify [-- --list FILE]", async () => {
  const [option, file, ...more] = process.argv.slice(2);
  if ((option && option !== "--list") || (option && !file) || more.length)
    throw new DatabaseOpenError("npm run audit:verify [-- --list FILE]");
  const keys = process.env.QR_KEYS ? deriveAnchorKeys(process.env.QR_KEYS).map(exportPublicKey) : undefined;
  const published = file ? await publishedIn(file) : [];
  const db = await openDatabaseForCommand();
  try {
    const { chains, entries, faults, broken } = await verifyHistory(db.read);
    const acts = await verifyAdminActions(db.read);
    const anchored = await verifyAnchors(db.read, { published, keys });
    if (!acts) console.error("What the people who run the site did: its chain is broken (admin_action).");
    const looked = `${entries.toLocaleString("en-US")} entries in ${chains.toLocaleString("en-US")} chains of history`;
    if (broken.length === 0) console.log(`${looked}: complete and unchanged.`);
    else
      console.error(
        `${looked}: ${faults.toLocaleString("en-US")} faults${faults > broken.length ? `, ${broken.length} named` : ""}.`,
      );
    for (const { subject, entry, seq, why } of broken)
      console.error(
        `${subject}${seq ? `, entry ${seq}` : ""}${entry === null ? "" : ` (audit_entry ${entry})`}: ${why}.`,
      );
    for (const fault of anchored.broken) console.error(`${fault}.`);
    const how = anchored.last
      ? `${formatCount(anchored.anchors, "anchor")}, the last of ${anchored.last}; ${formatCount(anchored.since, "entry", "entries")} since then`
      : "No anchor yet, so a chain that was cut off at its end isn't found";
    console.log(
      anchored.broken.length ? `${how}: ${formatCount(anchored.broken.length, "fault")}.` : `${how}.`,
    );
    if (file) console.log(`Compared with ${formatCount(published.length, "published line")}.`);
    if (anchored.last && !keys)
      console.log("QR_KEYS isn't set, so it isn't known whether this site's own key signed them.");
    if (!acts || broken.length || anchored.broken.length) process.exitCode = 1;
  } finally {
    await db.close();
  }
});
