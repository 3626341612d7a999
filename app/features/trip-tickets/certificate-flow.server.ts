import { type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
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
import { certificationsText } from "~/core/history/columns.server";
import { certificationName, hasExpired, lastDay } from "~/domain/certifications/certifications";
import { dayOf, formatDay } from "~/domain/time/time";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** A certificate as a load carries it: its license, and the claim that it has there. */
export type Carried = {
  id: number;
  claim_id: number | null;
  license: string;
  type: string;
  claim: string | null;
};

export type Loading = { loaded_at?: string | null; picked_up_at?: string | null };

/** The day on which a load is loaded, where its job is: as it was told, else when it was picked up, else today. */
export const loadingDay = (t: Loading, zone: string, now: Date): string =>
  dayOf(new Date(t.loaded_at ?? t.picked_up_at ?? now), zone);

/**
 * The certificates that a destination of a job asks for. Each says whether the job has it: whether the company that requests
 * the job, manages its land, owns it or speaks for its owner holds it, or works under it in its holder's group.
 */
const findOfDestination = prepared((read) =>
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

/** What a destination asks for, and of that what a load goes under that is loaded then. */
export async function certificatesOf(ctx: Pick<Ctx, "read" | "now">, destination: number, loading: Loading) {
  const found = await findOfDestination(ctx.read, { destination });
  const asked = found.sort((a, b) => a.id - b.id);
  const holds = asked.filter(({ expires_at, zone, is_held }) => {
    const expired = hasExpired(expires_at && lastDay(expires_at), loadingDay(loading, zone, ctx.now));
    return is_held && !expired;
  });
  return { asked, holds };
}

/** History's columns of what a load carries. */
export const carriedText = (carried: readonly Carried[]): string =>
  certificationsText(carried.map((c) => ({ certification_id: c.id, product_claim_id: c.claim_id })));

/** What a load carries, in the words of history. */
export const carriedWords = (carried: readonly { type: string; license: string; claim: string | null }[]) =>
  carried.map(certificationName).sort().join("; ") || null;

/** The steps that put certificates on a load; one that is deleted in this moment misses, and the load is planned once more. */
export const carriedSteps = (ticket: number | SQL<number>, carried: readonly Carried[]): Step[] =>
  carried.map((c) =>
    mustHit(sql`INSERT INTO ${tripTicketCertification} (trip_ticket_id, certification_id, product_claim_id)
      SELECT ${ticket}, ${c.id}, ${c.claim_id} FROM ${certification} WHERE id = ${c.id} AND is_deleted = 0`),
  );

/** What is wrong with the certificates of a load: one whose last day was before the load was loaded. */
export function certificateWarnings(
  carried: readonly { type: string; license: string; claim: string | null; expires_at: string | null }[],
  loading: Loading,
  zone: string,
  now: Date,
): string[] {
  const day = loadingDay(loading, zone, now);
  const isLoaded = Boolean(loading.loaded_at ?? loading.picked_up_at);
  return carried.flatMap((c) => {
    const last = c.expires_at && lastDay(c.expires_at);
    if (!last || !hasExpired(last, day)) return [];
    const then = isLoaded ? `, before this load was loaded on ${formatDay(day)}` : "";
    return [`The certificate ${certificationName(c)} expired on ${formatDay(last)}${then}.`];
  });
}
