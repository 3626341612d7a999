import { writeFile } from "node:fs/promises";
import { parseAnchor, readAllAnchors } from "../../app/lib/audit-anchors/anchors.server";
import { formatCount } from "../../app/lib/text/text";
import { DatabaseOpenError } from "../database";
import { openDatabaseForCommand, runCommand } from "./command";

/**
 * `npx tsx db/scripts/audit-anchors.ts FILE`: writes the list of signed audit anchors, one per line, for publication or
 * safekeeping elsewhere.
 */
await runCommand("npx tsx db/scripts/audit-anchors.ts FILE", async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length)
    throw new DatabaseOpenError("Name the file: npx tsx db/scripts/audit-anchors.ts FILE");
  const db = await openDatabaseForCommand();
  try {
    const anchors = await readAllAnchors(db.read);
    await writeFile(
      file,
      anchors.map(({ line, signature }) => `${JSON.stringify({ line, signature })}\n`).join(""),
    );
    const keys = [...new Set(anchors.flatMap(({ line }) => parseAnchor(line)?.key ?? []))];
    console.log(
      `${file}: ${formatCount(anchors.length, "anchor")}. Public key${keys.length === 1 ? "" : "s"}: ${keys.join(", ") || "none yet"}.`,
    );
  } finally {
    await db.close();
  }
});
