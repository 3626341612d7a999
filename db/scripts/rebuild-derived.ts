import { parseArgs } from "node:util";
import { findDerivedDifferences, formatDerivedDifferences, rebuildDerivedTables } from "../audit/derived";
import { openDatabaseForCommand, runCommand } from "./command";

/**
 * `npm run db:rebuild-derived` compares the derived tables with a fresh computation (docs/derived-data.md); exit code 1
 * if they differ. `-- --write` rebuilds those that do, on the primary if there is one.
 */
await runCommand("npm run db:rebuild-derived [-- --write]", async () => {
  const { values } = parseArgs({ options: { write: { type: "boolean" } } });
  const db = await openDatabaseForCommand();
  try {
    const differences = await findDerivedDifferences(db);
    if (differences.length === 0) return console.log(formatDerivedDifferences(differences));
    console.error(formatDerivedDifferences(differences));
    if (!values.write) {
      console.error("Nothing was written. Rebuild them: npm run db:rebuild-derived -- --write");
      process.exitCode = 1;
      return;
    }
    await rebuildDerivedTables(db, differences);
    const rest = await findDerivedDifferences(db);
    if (rest.length === 0) return console.log(`Rebuilt. ${formatDerivedDifferences(rest)}`);
    console.error(`After the rebuild:\n${formatDerivedDifferences(rest)}`);
    process.exitCode = 1;
  } finally {
    await db.close();
  }
});
