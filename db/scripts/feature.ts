import { and, eq } from "drizzle-orm";
import { buildSetFeatureStatement } from "~/modules/companies/data/set-feature.server";
import { DatabaseOpenError } from "../database";
import { company, feature } from "../schema";
import { openDatabaseForCommand, runCommand } from "./command";

/** `npx tsx db/scripts/feature.ts COMPANY ID on|off`: grants a feature to a company, or revokes it. */
await runCommand("npx tsx db/scripts/feature.ts COMPANY FEATURE on|off", async () => {
  const [companyId, featureId, onOff, ...more] = process.argv.slice(2);
  const [of, id] = [companyId, featureId].map((text) =>
    /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null,
  );
  if (!of || !id || (onOff !== "on" && onOff !== "off") || more.length)
    throw new DatabaseOpenError(
      "Name the company's id, the feature's and on or off: npx tsx db/scripts/feature.ts 1 1 on (1 job creation, 2 advanced export, 3 settlements)",
    );
  const db = await openDatabaseForCommand();
  try {
    const [[named], [what]] = await Promise.all([
      db.read
        .select({ name: company.name })
        .from(company)
        .where(and(eq(company.id, of), eq(company.is_deleted, false))),
      db.read.select({ name: feature.name }).from(feature).where(eq(feature.id, id)),
    ]);
    if (!named) throw new DatabaseOpenError(`There is no company ${of}.`);
    if (!what) throw new DatabaseOpenError(`There is no feature ${id}.`);
    await db.batch([buildSetFeatureStatement(db.write, of, id, onOff === "on", new Date())]);
    console.log(`${named.name} has ${what.name} ${onOff === "on" ? "now" : "no longer"}.`);
  } finally {
    await db.close();
  }
});
