import { and, desc, eq, or, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { job, tripTicket } from "#db/schema";
import { readJobPeople } from "~/lib/access/crew-people.server";
import { escapeLike, formatFullName } from "~/lib/text/text";
import { formatZone } from "~/lib/time/time";
import { DEFAULT_UNIT, formatPlainVolume } from "~/lib/units/measures";
import { formatCertificationName } from "~/modules/certifications/rules/certifications";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { formatLandingName, readLandings } from "~/modules/jobs/shared/landings.server";
import { readJobTimeZones } from "~/modules/jobs/shared/place-zones.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { canChooseCertificates } from "../create/data/certificates-of-new.server";
import { readJobDestinationProducts } from "../list/data/mix.server";
import { formatProductKey, getDefaultVolume } from "../rules/defaults";
import { formatCompanyProduct } from "../rules/trip-ticket";
import { readCertificateChoices } from "./certifications.server";
import { formatPartyName, type JobParty } from "./job-parties.server";
import { requireOpenJob } from "./open-job.server";

/** Require an open job; also return its destinations' products. */
export async function requireOpenJobWithProducts(ctx: Ctx<CompanyActor>, jobId: number) {
  const open = await requireOpenJob(ctx, jobId);
  return { ...open, mix: await readJobDestinationProducts(ctx, open.id) };
}

/** Maximum number of jobs that a page offers at once; if there are more, the user searches by part of the name. */
export const MAX_OFFERED_JOBS = 100;

/** Condition on `job` for the jobs on which a company may create tickets. */
export const ticketJobsCondition = (me: number) =>
  and(
    eq(job.is_deleted, false),
    eq(job.is_sample, false),
    eq(job.job_status_id, JOB_STATUS.active),
    sql`${job.id} IN (SELECT j.id FROM job j WHERE j.request_user_company_id = ${me} UNION ALL SELECT p.job_id FROM job_party p WHERE p.company_id = ${me} AND (p.is_land_manager OR p.is_cutter OR p.is_skidder OR p.is_hauler))`,
  );

/**
 * List the jobs on which the acting company may create tickets now, by name; `requireOpenJob` checks each job's own
 * conditions.
 */
export const listJobsForTickets = procedure({
  name: "listJobsForTickets",
  may: "trip_ticket.create",
  input: z.strictObject({
    name: z.string().trim().max(100).default(""),
    take: z.number().int().min(1).max(MAX_OFFERED_JOBS).default(MAX_OFFERED_JOBS),
  }),
  async run(ctx, { name, take }) {
    const part = `%${escapeLike(name)}%`;
    const has = (column: SQLWrapper) => sql`${column} LIKE ${part} ESCAPE '\\'`;
    const results = await ctx.read
      .select({ id: job.id, name: job.name, contract_number: job.contract_number })
      .from(job)
      .where(
        and(
          ticketJobsCondition(ctx.actor.company.id),
          name ? or(has(job.name), has(job.contract_number)) : undefined,
        ),
      )
      .orderBy(job.name, job.id)
      .limit(take + 1);
    return { jobs: results.slice(0, take), more: results.length > take };
  },
});

/** Return a new ticket form's options for a job, and its defaults (docs/domain.md#new-tickets). */
export const newTicketForm = procedure({
  name: "newTicketForm",
  may: "trip_ticket.create",
  input: z.strictObject({
    job_id: z.number().int(),
    job_destination_id: z.number().int().optional(),
    product: z.string().max(40).optional(),
    same_as_last: z.boolean().optional(),
  }),
  async run(ctx, input) {
    const open = await requireOpenJobWithProducts(ctx, input.job_id);
    const last = input.same_as_last ? await lastLoad(ctx, open.id) : undefined;
    const destinations = [...new Map(open.mix.map((m) => [m.job_destination_id, m.destination]))].map(
      ([id, name]) => ({ id, name }),
    );
    const wantedDestination = input.job_destination_id ?? last?.job_destination_id;
    const job_destination_id =
      destinations.find((d) => d.id === wantedDestination)?.id ?? destinations[0]?.id ?? null;
    const offered = open.mix.filter((m) => m.job_destination_id === job_destination_id);
    const wantedProduct = input.product ?? (last && formatProductKey(last));
    const product = offered.find((m) => formatProductKey(m) === wantedProduct) ?? offered[0];
    const isHauler =
      open.roles.has("job_hauler") && !open.roles.has("creator") && !open.roles.has("land_manager");
    const load = isHauler ? ctx.actor.company.default_load_amount : null;
    const startOf = (unit: number) => getDefaultVolume(unit, load, open.load);
    const start = startOf(product?.wood_unit_type_id ?? DEFAULT_UNIT);
    const office = open.roles.has("creator") || open.roles.has("land_manager");
    const me = ctx.actor.company.id;
    // Subcontractors are offered to the office, and to the companies that they work for.
    const named = open.parties.filter((p) => office || (p.on_behalf_of?.id ?? me) === me);
    const role = (has: (p: (typeof open.parties)[number]) => boolean) =>
      named.filter(has).map((p) => ({ id: p.company_id, name: formatPartyName(p) }));
    const cutters = role((p) => p.is_cutter);
    const skidders = role((p) => p.is_skidder);
    const landings = (await readLandings(ctx.read, open.id)).map((l) => ({
      id: l.id,
      name: formatLandingName(l),
    }));
    const drivers = await driversFor(ctx, open, isHauler);
    const self = drivers.find((d) => d.id === ctx.actor.user?.id)?.id ?? null;
    return {
      job: { id: open.id, name: open.name },
      loaded_clock: formatZone((await readJobTimeZones(ctx.read, open.id)).job_zone),
      /** Each destination with its products, and the default load of each product. */
      destinations: destinations.map(({ id, name }) => ({
        id,
        name,
        products: open.mix
          .filter((m) => m.job_destination_id === id)
          .map((m) => {
            const { volume, unit } = startOf(m.wood_unit_type_id);
            return {
              key: formatProductKey(m),
              name: formatCompanyProduct(m),
              unit,
              volume: formatPlainVolume(volume),
            };
          }),
      })),
      cutters,
      skidders,
      haulers: isHauler ? role((p) => hauledBy(p, ctx.actor.company.id)) : role((p) => p.is_hauler),
      drivers,
      landings,
      certificates: await certificatesOffered(ctx, open),
      is_hauler: isHauler,
      start: {
        job_destination_id,
        product: product ? formatProductKey(product) : null,
        estimated_volume: last?.estimated_volume
          ? formatPlainVolume(last.estimated_volume)
          : formatPlainVolume(start.volume),
        estimated_wood_unit_type_id: last?.estimated_wood_unit_type_id ?? start.unit,
        trip_ticket_priority_id: last?.trip_ticket_priority_id ?? 2,
        cutter_company_id: last ? last.cutter_company_id : onlyOne(cutters),
        skidder_company_id: last ? last.skidder_company_id : onlyOne(skidders),
        hauler_company_id: isHauler ? ctx.actor.company.id : null,
        hauler_user_id: isHauler ? self : null,
        landing_id: last ? last.landing_id : onlyOne(landings),
      },
      has_last: Boolean(await lastLoad(ctx, open.id)),
    };
  },
});

/** Certificates that the job's office may choose for a load, each named with its claim. */
async function certificatesOffered(
  ctx: Ctx<CompanyActor>,
  open: Awaited<ReturnType<typeof requireOpenJobWithProducts>>,
) {
  if (!canChooseCertificates(ctx, open)) return [];
  const offered = await readCertificateChoices(ctx, {
    requester: open.request_user_company_id,
    parties: open.parties,
    hauler: null,
    destination: null,
    ticket: null,
  });
  return offered.filter((c) => !c.is_expired).map((c) => ({ id: c.id, name: formatCertificationName(c) }));
}

/** Check whether a job party hauls as the given company, or as its subcontractor. */
const hauledBy = (p: JobParty, company: number) =>
  p.is_hauler && (p.on_behalf_of?.id ?? p.company_id) === company;

type Driver = { id: number; name: string };

/**
 * Return the possible drivers. A hauler gets its own people; the office gets those of every hauler of the job, with
 * their company.
 */
async function driversFor(
  ctx: Ctx<CompanyActor>,
  open: Awaited<ReturnType<typeof requireOpenJobWithProducts>>,
  isHauler: boolean,
): Promise<Driver[]> {
  const office = open.roles.has("creator") || open.roles.has("land_manager");
  const me = ctx.actor.company.id;
  const haulers = open.parties.filter((p) => p.is_hauler && (hauledBy(p, me) || (office && !isHauler)));
  const results = await Promise.all(
    haulers.map(async (hauler) =>
      (await readJobPeople(ctx.read, [open.id], hauler.company_id)).map((p) => ({
        id: p.id,
        name: haulers.length > 1 ? `${formatFullName(p)}, ${hauler.name}` : formatFullName(p),
      })),
    ),
  );
  // List a person who drives for two haulers once.
  return [...new Map(results.flat().map((d) => [d.id, d])).values()];
}

const onlyOne = (list: { id: number }[]) => (list.length === 1 ? (list[0]?.id ?? null) : null);

/** The newest ticket that the acting company itself created on the job, for "same as last load". */
async function lastLoad(ctx: Ctx<CompanyActor>, jobId: number) {
  const [row] = await ctx.read
    .select()
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, jobId),
        eq(tripTicket.creator_company_id, ctx.actor.company.id),
        eq(tripTicket.is_deleted, false),
      ),
    )
    .orderBy(desc(tripTicket.load_number))
    .limit(1);
  return row;
}
