import { and, asc, eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { company, job, plssMeridian, stateTicketRule, usCounty, usState } from "#db/schema";
import { jobParty } from "#db/views";
import { formatLand } from "~/lib/land-description/plss";
import { notFound } from "~/web/refusal";

const requester = company;

/** Read the facts of a job for the head of a report: location, owner, documents. */
export async function readOwnerJob(read: Read, id: number) {
  const [[row], people, asks] = await Promise.all([
    read
      .select({
        id: job.id,
        name: job.name,
        us_state_id: job.us_state_id,
        contract_number: job.contract_number,
        harvest_notification_number: job.harvest_notification_number,
        log_brand: job.log_brand,
        township: job.township,
        range: job.range,
        section: job.section,
        latitude: job.latitude,
        longitude: job.longitude,
        us_county_id: job.us_county_id,
        geom: job.geom,
        meridian: plssMeridian.name,
        county: usCounty.name,
        state: usState.name,
        zone: usState.time_zone,
        requester: requester.name,
        phone: requester.contact_phone_number,
      })
      .from(job)
      .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .innerJoin(requester, eq(requester.id, job.request_user_company_id))
      .leftJoin(plssMeridian, eq(plssMeridian.code, job.plss_meridian_code))
      .where(and(eq(job.id, id), eq(job.is_deleted, false))),
    read
      .select({
        name: company.name,
        is_land_owner: jobParty.is_land_owner,
        is_land_manager: jobParty.is_land_manager,
      })
      .from(jobParty)
      .innerJoin(company, eq(company.id, jobParty.company_id))
      .where(eq(jobParty.job_id, id))
      .orderBy(asc(jobParty.id)),
    read
      .select({ label: stateTicketRule.label, source: stateTicketRule.source })
      .from(job)
      .innerJoin(stateTicketRule, eq(stateTicketRule.us_state_id, job.us_state_id))
      .where(eq(job.id, id))
      .orderBy(asc(stateTicketRule.id)),
  ]);
  if (!row) throw notFound();
  const { meridian, township, range, section, geom, ...job_ } = row;
  return {
    ...job_,
    geom,
    land: formatLand({ township, range, section, meridian }) || null,
    owners: people.filter((p) => p.is_land_owner).map(({ name }) => name),
    /** Companies that sell the wood for the owner: the "timber owner" or "dealer" in states' rules. */
    managers: people.filter((p) => p.is_land_manager).map(({ name }) => name),
    sources: [...new Set(asks.map(({ source }) => source))],
  };
}
export type OwnerJob = Awaited<ReturnType<typeof readOwnerJob>>;
