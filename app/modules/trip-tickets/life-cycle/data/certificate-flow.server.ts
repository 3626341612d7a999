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

/** A certificate on a load: its license, and its claim there. */
export type CarriedCertificate = {
  id: number;
  claim_id: number | null;
  license: string;
  type: string;
  claim: string | null;
};

export type LoadingTimes = { loaded_at?: string | null; picked_up_at?: string | null };

/** Return the day of loading, in the job's time zone: as entered, else when it was picked up, else today. */
export const getLoadingDay = (t: LoadingTimes, zone: string, now: Date): string =>
  getDay(new Date(t.loaded_at ?? t.picked_up_at ?? now), zone);

/**
 * Certificates that a destination of a job asks for. Each includes whether the job has it: whether the company that
 * requests the job, manages its land, owns it or speaks for its owner holds it, or works under it in its holder's
 * group.
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

/** Return what a destination asks for, and the part of it that a load loaded on that day goes under. */
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

/** History's columns of what a load carries. */
export const formatCarried = (carried: readonly CarriedCertificate[]): string =>
  formatCertifications(carried.map((c) => ({ certification_id: c.id, product_claim_id: c.claim_id })));

/** What a load carries, in the words of history. */
export const formatCarriedNames = (
  carried: readonly { type: string; license: string; claim: string | null }[],
) => carried.map(formatCertificationName).sort().join("; ") || null;

/**
 * Steps that put certificates on a load; if one is deleted in the meantime the step misses, and the load is planned
 * again.
 */
export const setCarriedSteps = (
  ticket: number | SQL<number>,
  carried: readonly CarriedCertificate[],
): Step[] =>
  carried.map((c) =>
    expectOneRow(sql`INSERT INTO ${tripTicketCertification} (trip_ticket_id, certification_id, product_claim_id)
      SELECT ${ticket}, ${c.id}, ${c.claim_id} FROM ${certification} WHERE id = ${c.id} AND is_deleted = 0`),
  );

/** Warn about the certificates of a load: one whose last day was before the load was loaded. */
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
