import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck, thousandths, version } from "./columns";
import { company } from "./companies";
import { job } from "./jobs";
import { user } from "./people";
import { companyLocation } from "./places";
import { productType, woodUnitType } from "./reference";

/**
 * A company's production goal for each week or month. A goal for a job is set by the company that requests the job or
 * manages its land. A goal at a yard is set by the mill that receives wood there.
 */
export const productionGoal = sqliteTable(
  "production_goal",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    job_id: integer("job_id").references(() => job.id),
    company_location_id: integer("company_location_id").references(() => companyLocation.id),
    /** Null means any product. */
    product_type_id: integer("product_type_id").references(() => productType.id),
    /**
     * Null means all haulers together. A goal for one hauler can be read only by that hauler and by the company that
     * set the goal.
     */
    hauler_company_id: integer("hauler_company_id").references(() => company.id),
    grain: text("grain").$type<"week" | "month">().notNull(),
    starts_on: text("starts_on").notNull(),
    ends_on: text("ends_on"),
    /** Unit of the amount, in thousandths; null if the amount is a number of loads. */
    wood_unit_type_id: integer("wood_unit_type_id").references(() => woodUnitType.id),
    amount: thousandths("amount").notNull(),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    index("production_goal_company").on(t.company_id),
    index("production_goal_job").on(t.job_id),
    index("production_goal_location").on(t.company_location_id),
    check("production_goal_one_subject", sql`(${t.job_id} IS NULL) <> (${t.company_location_id} IS NULL)`),
    isOneOfCheck("production_goal_grain", t.grain, ["week", "month"]),
    isAtLeastCheck("production_goal_amount", t.amount, 1),
    check("production_goal_days", sql`${t.ends_on} IS NULL OR ${t.ends_on} >= ${t.starts_on}`),
  ],
);
