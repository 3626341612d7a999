import { type SQL, sql } from "drizzle-orm";
import { LIVE_STATUSES } from "./billing-status.server";

/** Name of the subscription that a company pays for; null if it pays for none. */
export const buildPaidPlanNameSql = (companyId: SQL) =>
  sql<string | null>`(SELECT p.name FROM company_subscription s JOIN billing_product p ON p.tier = s.tier
    WHERE s.company_id = ${companyId} AND s.status IN (${sql.raw(LIVE_STATUSES.map((status) => `'${status}'`).join(", "))}))`;

/** Format a company's plan for its members: Professional, the subscription that the company pays for, or the free Basic. */
export const formatPlan = (isProfessional: boolean, paid: string | null | undefined): string =>
  isProfessional ? "Professional" : (paid ?? "Basic");
