import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { job, productType } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { isWorkingOnJobSql } from "~/modules/jobs/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import type { MapPlaceFilter } from "../rules/sights";

/** Columns are listed explicitly, since the role comes from a URL. */
const SEAT: Record<Exclude<MapPlaceFilter["role"], "any" | "runs">, SQL> = {
  is_land_manager: sql`s.is_land_manager`,
  is_cutter: sql`s.is_cutter`,
  is_skidder: sql`s.is_skidder`,
  is_hauler: sql`s.is_hauler`,
  is_land_owner: sql`s.is_land_owner`,
  is_land_owner_authorizee: sql`s.is_land_owner_authorizee`,
};

/** Condition for jobs in which the acting company has the requested role; "runs" means jobs that the company requests. */
export function hasRoleSql(actor: CompanyActor, { role }: MapPlaceFilter): SQL | undefined {
  if (role === "any") return undefined;
  const me = actor.company.id;
  if (role === "runs") return eq(job.request_user_company_id, me);
  return sql`EXISTS (SELECT 1 FROM job_membership s WHERE s.job_id = ${job.id} AND s.company_id = ${me} AND ${SEAT[role]})`;
}

/** Check whether jobs are filtered by product; only users who may read a job's products can filter by product. */
const asksProduct = (actor: CompanyActor, { product }: MapPlaceFilter) =>
  product !== null && hasPermission(actor.permissions, "job_product.read");

/** Condition for jobs with the filter's product. */
export const hasProductSql = (actor: CompanyActor, filter: MapPlaceFilter): SQL | undefined =>
  asksProduct(actor, filter)
    ? sql`EXISTS (SELECT 1 FROM job_product p WHERE p.job_id = ${job.id} AND p.product_type_id = ${filter.product})`
    : undefined;

/** Condition for job destinations that accept the filter's product. */
export const isProductAcceptedSql = (
  actor: CompanyActor,
  filter: MapPlaceFilter,
  destination: SQL,
): SQL | undefined =>
  asksProduct(actor, filter)
    ? sql`EXISTS (SELECT 1 FROM job_product_mix m WHERE m.job_destination_id = ${destination} AND m.product_type_id = ${filter.product})`
    : undefined;

/** Condition for the company's own destinations that accept the filter's product. */
export const isProductBoughtSql = ({ product }: MapPlaceFilter, destination: SQL): SQL | undefined =>
  product === null
    ? undefined
    : sql`EXISTS (SELECT 1 FROM company_destination_product m WHERE m.company_destination_id = ${destination} AND m.product_type_id = ${product})`;

/** Condition for jobs by status, the company's role, and product. */
export function mapJobFilterSql(actor: CompanyActor, filter: MapPlaceFilter): SQL | undefined {
  const status =
    filter.jobs === "all"
      ? undefined
      : eq(job.job_status_id, filter.jobs === "active" ? JOB_STATUS.active : JOB_STATUS.inactive);
  return and(status, hasRoleSql(actor, filter), hasProductSql(actor, filter));
}

/** List the products of the company's jobs for the product filter. */
export async function readProductChoices(read: Read, actor: CompanyActor) {
  if (!hasPermission(actor.permissions, "job_product.read")) return [];
  return read
    .select({ id: productType.id, name: productType.name })
    .from(productType)
    .where(
      sql`${productType.id} IN (SELECT p.product_type_id FROM company_job c CROSS JOIN job_product p ON p.job_id = c.job_id CROSS JOIN job ON job.id = c.job_id
        WHERE c.company_id = ${actor.company.id} AND ${isWorkingOnJobSql(actor)})`,
    )
    .orderBy(productType.name);
}
