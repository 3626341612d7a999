import { repriceJob } from "~/modules/settlements/shared/reprice.server";
import type { Database } from "../client.server";
import { DatabaseOpenError } from "../database";
import { insertRow } from "../factories";
import { createRandom } from "../random";
import * as t from "../schema";
import { seedCompanies } from "./companies";
import { seedFuel } from "./fuel";
import { seedGoals } from "./goals";
import { seedInvoices } from "./invoices";
import { seedJobWork } from "./job-work";
import { seedJobs } from "./jobs";
import { seedOperator } from "./operator";
import { seedSettlements } from "./settlements";
import { seedTickets } from "./tickets";

export const DEMO_SIGN_INS = [
  "manager",
  "logger",
  "hauler",
  "mill",
  "owner",
  "rival",
  "multi",
  "new",
  "super",
].map((name) => `${name}@demo.test`);

/**
 * Create the demo. Companies, people, numbers and events are always the same; dates are relative to `now`, so that they
 * always cover the last three months. Throws for a database that has part of the demo, from a seed that was interrupted.
 */
export async function seedDemo(db: Database, now: Date): Promise<"present" | "made"> {
  const { rows } = await db.client.execute("SELECT 1 FROM user WHERE email = 'manager@demo.test'");
  if (rows.length) {
    const last = await db.client.execute("SELECT 1 FROM support_message LIMIT 1");
    if (last.rows.length) return "present";
    throw new DatabaseOpenError(
      "This database has only part of the demo, because an earlier seed was interrupted. Delete it, then seed again: npx tsx db/scripts/reset.ts",
    );
  }
  const started = new Date(now.getTime() - 95 * 86_400_000).toISOString();
  const companies = await seedCompanies(db, started);
  const jobs = await seedJobs(db, companies, started);
  await seedTickets(db, createRandom(1042), companies, jobs, now.getTime());
  await seedJobWork(db, companies, jobs, started);
  // Calculate the pay of the loads again, because the rates were created after the loads.
  for (const { id } of jobs) await repriceJob({ db, now: () => now }, id);
  await seedSettlements(db, companies, now);
  await seedFuel(db, companies, now);
  await seedInvoices(db, companies, now);
  await insertRow(db, t.productName, {
    company_id: companies.manager.id,
    product_type_id: 6,
    wood_species_id: 746,
    name: "8 ft popple bolts",
  });
  await seedGoals(db, companies, jobs, now);
  // Writes the last rows, which tell a complete demo from an interrupted one.
  await seedOperator(db, now);
  return "made";
}
