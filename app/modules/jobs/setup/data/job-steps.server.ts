import { randomUUID } from "node:crypto";
import { and, inArray, type SQL, sql } from "drizzle-orm";
import { type RowId, selectInsertedId } from "#db/inserted-id";
import {
  company,
  job,
  jobCompany,
  jobDestination,
  jobDestinationCertification,
  jobFile,
  jobHaulRate,
  jobProduct,
  jobProductMix,
  jobProductRate,
  landing,
  rateShare,
} from "#db/schema";
import { buildJobInvitationSteps } from "~/modules/companies/shared/join-links.server";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import type { Mileage } from "~/modules/mileage/shared/mileage.server";
import { buildNotifyPayersSteps, findPayersToAsk } from "~/modules/rates/shared/payer-consent.server";
import { buildOfferTrialStep } from "~/modules/settlements/shared/trial.server";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { type CompanyEntry, type Draft, type DraftDestination, formatPlaceKey } from "../rules/draft";
import { invitationSteps, readInvited } from "./invitation-steps.server";
import { estimateDraftMiles } from "./job-miles.server";

const UNITED_STATES = 1;

export type NewJob = { uid: string; id: SQL<number> };
export const createJobIds = (): NewJob => {
  const uid = randomUUID();
  return { uid, id: sql<number>`(SELECT id FROM job WHERE uid = ${uid})` };
};

export type JobMapFile = { stored_file_id: RowId; file_name: string };

const blank = (text: string) => text.trim() || null;

/**
 * Return steps that create a job from a checked draft, in one batch with its companies, sort sheet, rates, first
 * landing, plan map and first history entry. The user's own companies and those without people have accepted; other
 * companies are invited by a notification and an email. `ctx` acts for the requesting company.
 */
export async function buildJobCreationSteps(
  ctx: Ctx<CompanyActor>,
  newJob: NewJob,
  draft: Draft,
  planMap: JobMapFile | null = draft.job_map,
): Promise<Step[]> {
  const { id } = newJob;
  const now = ctx.now.toISOString();
  const miles = await estimateDraftMiles(ctx, draft);
  const { invited, peopleOf } = await readInvited(ctx, draft);
  const { write } = ctx;
  const rates = [...draft.product_rates, ...draft.haul_rates];
  const payers = await findPayersToAsk(
    ctx,
    rates.map((r) => r.paying_company_id),
  );
  const matches = [...payers].filter((payer) => !invited.has(payer));
  const values = jobColumns(ctx, newJob.uid, draft, planMap !== null);
  return [
    expectOneRow(write.insert(job).values(values)),
    ...draft.companies.map((c) =>
      expectOneRow(
        write.insert(jobCompany).values({
          job_id: id,
          ...entryColumns(c),
          invited_at: now,
          accepted_at: invited.has(c.company_id) ? null : now,
        }),
      ),
    ),
    ...draft.products.map((p) => expectOneRow(write.insert(jobProduct).values({ job_id: id, ...p }))),
    ...draft.destinations.flatMap((d) => destinationSteps(ctx, id, d, miles.get(formatPlaceKey(d)))),
    ...rateSteps(ctx, id, draft, (payer) => (payers.has(payer) ? now : null)),
    ...(await buildNotifyPayersSteps(ctx, draft.name.trim(), matches)),
    // The first rate of a company without settlements offers the company a settlements trial, however the rate was
    // added.
    ...(rates.length > 0 ? [buildOfferTrialStep(ctx.actor.company.id, ctx.now)] : []),
    expectOneRow(
      write
        .insert(landing)
        .values({ job_id: id, name: "Landing 1", ...toCreator(ctx.actor), created_at: now }),
    ),
    ...(planMap
      ? [
          expectOneRow(
            write.insert(jobFile).values({
              job_id: id,
              ...planMap,
              is_plan_map: true,
              ...toCreator(ctx.actor),
              created_at: now,
            }),
          ),
        ]
      : []),
    ...(await buildHistorySteps(ctx, { uid: newJob.uid, jobId: id, ticketId: null }, [
      { activity: "job_created", details: { row: diffRecordedColumns("job", values) } },
    ])),
    ...[...invited].flatMap((companyId) => invitationSteps(ctx, newJob, draft.name, companyId, peopleOf)),
    ...(await buildJobInvitationSteps(
      ctx,
      draft.companies.map((c) => c.company_id),
      draft.name.trim(),
    )),
  ];
}

const jobColumns = (
  ctx: Ctx<CompanyActor>,
  uid: string,
  draft: Draft,
  has_plan_map: boolean,
): typeof job.$inferInsert => ({
  uid,
  name: draft.name.trim(),
  contract_number: blank(draft.contract_number),
  country_id: UNITED_STATES,
  us_state_id: draft.us_state_id ?? 0,
  us_county_id: draft.us_county_id ?? 0,
  plss_meridian_code: draft.plss_meridian_code,
  township: blank(draft.township),
  range: blank(draft.range),
  section: blank(draft.section),
  start_date: draft.start_date,
  end_date: blank(draft.end_date),
  latitude: draft.latitude,
  longitude: draft.longitude,
  geom: draft.geom,
  has_plan_map,
  request_user_company_id: ctx.actor.company.id,
  creator_user_id: ctx.actor.user?.id ?? null,
  created_at: ctx.now.toISOString(),
  last_modified_at: ctx.now.toISOString(),
});

const entryColumns = (c: CompanyEntry) => ({
  company_id: c.company_id,
  is_land_owner: c.is_land_owner,
  is_land_owner_authorizee: c.is_land_owner_authorizee,
  is_land_manager: c.is_land_manager,
  is_cutter: c.is_cutter,
  is_skidder: c.is_skidder,
  is_hauler: c.is_hauler,
  cut_contract_name: blank(c.cut_contract_name),
  skid_contract_name: blank(c.skid_contract_name),
  haul_contract_name: blank(c.haul_contract_name),
  cut_contract_file_id: c.cut_contract_file?.stored_file_id ?? null,
  skid_contract_file_id: c.skid_contract_file?.stored_file_id ?? null,
  haul_contract_file_id: c.haul_contract_file?.stored_file_id ?? null,
});

type Place = Parameters<typeof formatPlaceKey>[0];
const destinationId = (jobId: RowId, place: Place) =>
  place.company_destination_id !== null
    ? sql`(SELECT id FROM job_destination WHERE job_id = ${jobId} AND company_destination_id = ${place.company_destination_id})`
    : sql`(SELECT id FROM job_destination WHERE job_id = ${jobId} AND company_location_id = ${place.company_location_id})`;

/** Steps that insert the rates with their splits; each rate applies from the job's first load. */
type AskedAt = (payer: number) => string | null;
const rateSteps = ({ write }: Ctx, jobId: RowId, draft: Draft, askedAt: AskedAt): Step[] => [
  ...draft.product_rates.flatMap(({ shares, ...r }) => [
    expectOneRow(
      write.insert(jobProductRate).values({
        job_id: jobId,
        ...r,
        consent_requested_at: askedAt(r.paying_company_id),
      }),
    ),
    ...shares.map((share) =>
      expectOneRow(
        write
          .insert(rateShare)
          .values({ rate_table: "product", rate_id: selectInsertedId(jobProductRate), ...share }),
      ),
    ),
  ]),
  ...draft.haul_rates.flatMap(({ shares, company_destination_id, company_location_id, ...r }) => [
    expectOneRow(
      write.insert(jobHaulRate).values({
        job_id: jobId,
        job_destination_id: destinationId(jobId, { company_destination_id, company_location_id }),
        ...r,
        consent_requested_at: askedAt(r.paying_company_id),
      }),
    ),
    ...shares.map((share) =>
      expectOneRow(
        write
          .insert(rateShare)
          .values({ rate_table: "haul", rate_id: selectInsertedId(jobHaulRate), ...share }),
      ),
    ),
  ]),
];

function destinationSteps(ctx: Ctx, jobId: RowId, d: DraftDestination, miles?: Mileage): Step[] {
  const { company_destination_id, company_location_id, name } = d;
  const of = destinationId(jobId, d);
  return [
    expectOneRow(
      ctx.write.insert(jobDestination).values({
        job_id: jobId,
        company_destination_id,
        company_location_id,
        name,
        mileage: d.mileage ?? miles?.mileage ?? null,
        mileage_is_estimate: d.mileage === null && Boolean(miles?.mileage_is_estimate),
      }),
    ),
    ...d.product_mixes.map((m) =>
      expectOneRow(ctx.write.insert(jobProductMix).values({ job_destination_id: of, ...m })),
    ),
    ...d.company_certification_ids.map((certification_id) =>
      expectOneRow(
        ctx.write.insert(jobDestinationCertification).values({ job_destination_id: of, certification_id }),
      ),
    ),
  ];
}

export async function findKnownCompanyIds(
  ctx: Ctx,
  ids: readonly number[],
  findable: ReturnType<typeof sql>,
) {
  const rows = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(inArray(company.id, [...ids]), findable));
  return new Set(rows.map((r) => r.id));
}
