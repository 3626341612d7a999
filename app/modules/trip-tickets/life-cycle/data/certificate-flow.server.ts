import { type SQL, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import {
  certification,
  certificationType,
  job,
  jobDestination,
  jobDestinationCertification,
  productClaim,
  tripTicketCertification,
  usState,
} from "#db/schema";
import { formatDay, getDay } from "~/lib/time/time";
import {
  formatCertificationName,
  hasExpired,
  toLastDay,
} from "~/modules/certifications/rules/certifications";
import { formatCertifications } from "~/modules/history/shared/columns.server";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** Certificate of a load: its license, type and product claim. */
export type LoadCertificate = {
  id: number;
  claim_id: number | null;
  license: string;
  type: string;
  claim: string | null;
};

export type LoadingTimes = { loaded_at?: string | null; picked_up_at?: string | null };

/** Return the loading day in the job's time zone: the entered loading time, or else the pickup time, or else today. */
export const getLoadingDay = (t: LoadingTimes, zone: string, now: Date): string =>
  getDay(new Date(t.loaded_at ?? t.picked_up_at ?? now), zone);

/**
 * Find the certificates required by a job's destination. `is_held` is true if the job has the certificate: it belongs
 * to a company that requests the job, manages or owns the job's land, or represents the owner, or to a group of which
 * that company is a member.
 */
const findOfDestination = prepareQuery((read) =>
  read
    .select({
      id: certification.id,
      claim_id: certification.product_claim_id,
      license: certification.license,
      type: certificationType.name,
      claim: productClaim.name,
      expires_at: certification.expires_at,
      zone: usState.time_zone,
      is_held: sql<boolean>`(${certification.is_deleted} = 0 AND (
        EXISTS (SELECT 1 FROM company_certification cc
          WHERE cc.company_id = ${job.request_user_company_id} AND cc.certification_id = ${certification.id})
        OR EXISTS (SELECT 1 FROM job_party p
          CROSS JOIN company_certification cc ON cc.company_id = p.company_id AND cc.certification_id = ${certification.id}
          WHERE p.job_id = ${job.id} AND (p.is_land_manager OR p.is_land_owner OR p.is_land_owner_authorizee))))`.mapWith(
        Boolean,
      ),
    })
    .from(jobDestinationCertification)
    .innerJoin(jobDestination, sql`${jobDestination.id} = ${jobDestinationCertification.job_destination_id}`)
    .innerJoin(job, sql`${job.id} = ${jobDestination.job_id}`)
    .innerJoin(usState, sql`${usState.id} = ${job.us_state_id}`)
    .innerJoin(certification, sql`${certification.id} = ${jobDestinationCertification.certification_id}`)
    .innerJoin(certificationType, sql`${certificationType.id} = ${certification.certification_type_id}`)
    .leftJoin(productClaim, sql`${productClaim.id} = ${certification.product_claim_id}`)
    .where(sql`${jobDestinationCertification.job_destination_id} = ${sql.placeholder("destination")}`),
);

/**
 * Return all certificates required by a destination (`asked`), and those that the job holds and that are valid on the
 * loading day (`holds`).
 */
export async function readCertificates(
  ctx: Pick<Ctx, "read" | "now">,
  destination: number,
  loading: LoadingTimes,
) {
  const results = await findOfDestination(ctx.read, { destination });
  const requests = results.sort((a, b) => a.id - b.id);
  const holds = requests.filter(({ expires_at, zone, is_held }) => {
    const expired = hasExpired(expires_at && toLastDay(expires_at), getLoadingDay(loading, zone, ctx.now));
    return is_held && !expired;
  });
  return { asked: requests, holds };
}

/** Format a load's certificates as ids for the stored history. */
export const formatCertificateIds = (carried: readonly LoadCertificate[]): string =>
  formatCertifications(carried.map((c) => ({ certification_id: c.id, product_claim_id: c.claim_id })));

/** Format a load's certificates as names for the displayed history. */
export const formatCertificateNames = (
  carried: readonly { type: string; license: string; claim: string | null }[],
) => carried.map(formatCertificationName).sort().join("; ") || null;

/**
 * Return steps that add certificates to a load. If a certificate is deleted in the meantime, its step affects no row, and the
 * whole change is computed again.
 */
export const buildAddCertificatesSteps = (
  ticket: number | SQL<number>,
  carried: readonly LoadCertificate[],
): Step[] =>
  carried.map((c) =>
    expectOneRow(sql`INSERT INTO ${tripTicketCertification} (trip_ticket_id, certification_id, product_claim_id)
      SELECT ${ticket}, ${c.id}, ${c.claim_id} FROM ${certification} WHERE id = ${c.id} AND is_deleted = 0`),
  );

/** Return a warning for each certificate that expired before the load was loaded. */
export function getCertificateWarnings(
  carried: readonly { type: string; license: string; claim: string | null; expires_at: string | null }[],
  loading: LoadingTimes,
  zone: string,
  now: Date,
): string[] {
  const day = getLoadingDay(loading, zone, now);
  const isLoaded = Boolean(loading.loaded_at ?? loading.picked_up_at);
  return carried.flatMap((c) => {
    const last = c.expires_at && toLastDay(c.expires_at);
    if (!last || !hasExpired(last, day)) return [];
    const then = isLoaded ? `, before this load was loaded on ${formatDay(day)}` : "";
    return [`The certificate ${formatCertificationName(c)} expired on ${formatDay(last)}${then}.`];
  });
}
