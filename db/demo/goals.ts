import { getQuickRange, shiftDay } from "~/lib/time/date-range";
import { getDay } from "~/lib/time/time";
import type { Database } from "../client.server";
import { insertRow } from "../factories";
import * as t from "../schema";
import type { DemoCompanies } from "./companies";
import type { DemoJob } from "./jobs";

/** Create goals of the manager for its first job, and of the mill for its yard. One goal is only for the hauler. */
export async function seedGoals(db: Database, c: DemoCompanies, jobs: DemoJob[], now: Date) {
  const [deward] = jobs;
  if (!deward) return;
  const monday = getQuickRange("this_week", getDay(now, "America/Detroit")).start;
  const starts_on = shiftDay(monday, -56);
  const created_at = `${starts_on}T13:00:00.000Z`;
  const manager = { company_id: c.manager.id, creator_user_id: c.people.manager, starts_on, created_at };
  const job_id = deward.id;
  await insertRow(db, t.productionGoal, { ...manager, job_id, grain: "week", amount: 12 });
  await insertRow(db, t.productionGoal, {
    ...manager,
    job_id,
    grain: "month",
    amount: 600_000,
    wood_unit_type_id: 2,
    product_type_id: 5,
  });
  await insertRow(db, t.productionGoal, {
    ...manager,
    job_id,
    grain: "week",
    amount: 8,
    hauler_company_id: c.hauler.id,
  });
  await insertRow(db, t.productionGoal, {
    company_id: c.mill.id,
    creator_user_id: c.people.mill,
    company_location_id: c.yard,
    grain: "week",
    amount: 20,
    starts_on,
    created_at,
  });
}
