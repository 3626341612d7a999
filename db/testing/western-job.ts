import type { Database } from "../client.server";
import { ASPEN, makeCompany, makeJob, makeJobCompany, makeJobDestination, makeLocation } from "../factories";

const OREGON = { us_state_id: 41, us_county_id: 41019 };
const IDAHO = { us_state_id: 16 };

/**
 * Create a Michigan office's job in Oregon. Its wood goes to a mill in Boise, where the time is an hour later than at
 * the job.
 */
export async function makeWesternJob(db: Database) {
  const company = await makeCompany(db);
  const hauler = await makeCompany(db, { is_hauler: true });
  const mill = await makeCompany(db, { is_mill: true });
  const job = await makeJob(db, company.id, { ...OREGON, start_date: "2026-10-01" });
  await makeJobCompany(db, job, company.id, { is_land_manager: true });
  await makeJobCompany(db, job, hauler.id, { is_hauler: true });
  const yard = await makeLocation(db, mill.id, IDAHO);
  const destination = await makeJobDestination(db, job, yard, [ASPEN]);
  return { company, hauler, mill, job, destination };
}
