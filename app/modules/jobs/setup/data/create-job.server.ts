import { inArray, type SQL, type sql } from "drizzle-orm";
import { z } from "zod";
import { usCounty } from "#db/schema";
import { commitWithFiles } from "~/lib/files/commit-upload.server";
import { storeUpload } from "~/lib/files/store-upload.server";
import { parseGeometry, toJobLocation, validateJobGeometry } from "~/lib/geo/location";
import { listMeridianCodes } from "~/lib/land-description/meridians";
import { buildSearchableCondition } from "~/modules/companies/shared/public-face.server";
import { readOwnFuelRules } from "~/modules/fuel/shared/rules.server";
import { normalizeLegalDescription } from "~/modules/land/shared/normalize-legal-description.server";
import { requirePlausiblePlace, saveAnywayField } from "~/modules/maps/shared/place-questions.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import type { CompanyActor } from "~/web/actor";
import { idOutput } from "~/web/output";
import { type Ctx, type Outcome, procedure, type Step } from "~/web/procedure";
import { type FieldErrors, invalid, notFound, unprocessable } from "~/web/refusal";
import { DUPLICATE_COMPANY_MESSAGE, ONE_LAND_MANAGER_MESSAGE } from "../../rules/contracts";
import {
  buildDeleteDraftStep,
  draftVersion,
  findStoredDraft,
  readDraftState,
  type StoredDraft,
} from "../../shared/draft.server";
import { type Draft, formatPlaceKey, isSameProduct } from "../rules/draft";
import { DUPLICATE_DESTINATION, DUPLICATE_PRODUCT } from "../rules/draft-rules";
import { getMissingOverviewFields, listUnfinishedSteps } from "../rules/draft-steps";
import { getRateParties, isSplitValid } from "../rules/rates";
import { apiDraftInput, fromApiDraft } from "../rules/whole-draft";
import { STEPS } from "../rules/words";
import {
  buildJobCreationSteps,
  createJobIds,
  findKnownCompanyIds,
  type JobMapFile,
} from "./job-steps.server";
import { isHaulRateOffered, isProductRateOffered, readReceivers } from "./rates.server";
import { actAsRequester, requireJobSetup } from "./requester.server";
import { fillMissingUnits } from "./sent-units.server";
import { readDraftProductNames, readPlaceName, readRequesterCertifications } from "./sorts.server";

const NOTHING = "No job setup is in progress. The job was already created, or the setup was canceled.";

/** Create the job from the person's draft, which is then deleted. */
export const createJobFromDraft = procedure({
  name: "createJobFromDraft",
  may: "job.create",
  input: z.strictObject({ version: draftVersion }),
  async run(ctx, input) {
    await requireJobSetup(ctx);
    const draft = await findStoredDraft(ctx);
    if (!draft) throw unprocessable(NOTHING);
    // Another setup, started after the reviewed setup was abandoned, may have a lower version.
    if (draft.version !== input.version - 1)
      throw unprocessable("The setup changed in another tab or on another device. Review it again.");
    return create(ctx, draft.draft, draft, (id) => ({ id, here: seenBy(ctx, draft.draft) }));
  },
});

/**
 * Check whether the acting company sees the created job, because another of the caller's companies may have requested
 * it.
 */
const seenBy = ({ actor }: Ctx<CompanyActor>, draft: Draft): boolean =>
  (draft.request_user_company_id ?? actor.company.id) === actor.company.id ||
  draft.companies.some((c) => c.company_id === actor.company.id);

/**
 * Create a job for an API client, from the `draft` in the body or, if omitted, from the caller's own draft.
 * `request_user_company_id` must be one of the caller's companies; any other company is treated as nonexistent.
 */
export const createJob = procedure({
  name: "createJob",
  may: "job.create",
  input: z.strictObject({
    request_user_company_id: z.number("Name the company that requests the job").int(),
    draft: apiDraftInput.optional(),
    save_anyway: saveAnywayField,
  }),
  output: idOutput,
  async run(ctx, input) {
    await actAsRequester(ctx, input.request_user_company_id);
    if (input.draft) {
      const { latitude = null, longitude = null, us_county_id: county_id, geom } = input.draft;
      const shape = geom ? parseGeometry(JSON.stringify(geom)) : null;
      const place = shape ? toJobLocation(shape) : { latitude, longitude, geom: null };
      await requirePlausiblePlace(ctx.read, { place, county_id, save_anyway: input.save_anyway });
      return createWhole(ctx, input.draft, input.request_user_company_id);
    }
    const draft = await findStoredDraft(ctx);
    if (draft?.draft.request_user_company_id !== input.request_user_company_id) throw notFound(NOTHING);
    return create(ctx, draft.draft, draft, idOnly);
  },
});

/** Create a job from an API request body, including its plan map. */
async function createWhole(
  ctx: Ctx<CompanyActor>,
  { job_map, ...sent }: z.output<typeof apiDraftInput>,
  requester: number,
) {
  const draft = fromApiDraft(await fillMissingUnits(ctx, sent), requester);
  if (!job_map) return create(ctx, draft, null, idOnly);
  const stored = await storeUpload(ctx, { field: "draft.job_map", sent: job_map, allowed: ["pdf"] });
  const map = { stored_file_id: stored.id, file_name: stored.file_name };
  return commitWithFiles(stored.keys, () => create(ctx, draft, null, idOnly, { first: stored.steps, map }));
}

const idOnly = (id: SQL<number>) => ({ id });

async function create<O extends Outcome>(
  ctx: Ctx<CompanyActor>,
  draft: Draft,
  stored: StoredDraft | null,
  outcome: (id: SQL<number>) => O,
  { first, map }: { first: Step[]; map: JobMapFile | null } = { first: [], map: draft.job_map },
) {
  const requester = draft.request_user_company_id ?? ctx.actor.company.id;
  const rctx = await actAsRequester(ctx, requester);
  const { land: tidy, errors: asks } = await normalizeLegalDescription(ctx.read, draft, draft);
  const errors = { ...asks, ...(await faultsOf(rctx, draft, stored !== null)) };
  if (Object.keys(errors).length) throw invalid(errors);
  const jobIds = createJobIds();
  const steps = await buildJobCreationSteps(rctx, jobIds, tidy, map);
  return ctx.commit(
    [...first, ...(stored ? [buildDeleteDraftStep(ctx, stored)] : []), ...steps],
    outcome(jobIds.id),
  );
}

/** Reasons why a draft can't become a job, by field: missing, duplicate, nonexistent, or not available to the requester. */
async function faultsOf(rctx: Ctx<CompanyActor>, draft: Draft, wizard: boolean): Promise<FieldErrors> {
  const faults: FieldErrors = {};
  const fault = (field: string, words: string) => {
    faults[field] = [...(faults[field] ?? []), words];
  };
  const state = await readDraftState(rctx, draft);
  if (!state) fault("us_state_id", "State is required");
  for (const [field, words] of Object.entries(getMissingOverviewFields(draft, state?.stusps ?? null)))
    if (!faults[field]) fault(field, words);
  if (wizard)
    for (const step of listUnfinishedSteps(draft, state?.stusps ?? null))
      if (step !== "overview") fault("", `${STEPS.find((s) => s.step === step)?.label} isn't done yet.`);
  const [county] = await rctx.read
    .select({ state: usCounty.us_state_id })
    .from(usCounty)
    .where(inArray(usCounty.id, [draft.us_county_id ?? 0]));
  if (county?.state !== draft.us_state_id && !faults.us_county_id)
    fault("us_county_id", "County is required");
  if (draft.plss_meridian_code && !listMeridianCodes(state?.stusps ?? "").includes(draft.plss_meridian_code))
    fault("plss_meridian_code", "This isn't one of the state's meridians");
  const geom = draft.geom === null ? null : parseGeometry(draft.geom);
  if (draft.geom !== null && !geom) fault("geom", "geom must be a Polygon or a MultiPolygon in degrees");
  for (const words of geom ? validateJobGeometry(geom).problems : []) fault("geom", words);

  const ids = draft.companies.map((c) => c.company_id);
  const there = await findKnownCompanyIds(
    rctx,
    ids,
    buildSearchableCondition(rctx.actor) as ReturnType<typeof sql>,
  );
  if (ids.some((id) => !there.has(id)))
    fault("companies", "We couldn't find one of the job's companies, or you don't have access to it.");
  if (new Set(ids).size < ids.length) fault("companies", DUPLICATE_COMPANY_MESSAGE);
  for (const flag of ["is_land_manager", "is_land_owner", "is_land_owner_authorizee"] as const)
    if (draft.companies.filter((c) => c[flag]).length > 1)
      fault(
        "companies",
        flag === "is_land_manager"
          ? ONE_LAND_MANAGER_MESSAGE
          : "A job can have one land owner and one authorizee.",
      );

  const names = await readDraftProductNames(rctx, draft);
  const keys = draft.products.map(formatProductKey);
  if (keys.some((key) => !names.has(key))) fault("products", "Choose from the products");
  if (new Set(keys).size < keys.length) fault("products", DUPLICATE_PRODUCT);
  await destinationFaults(rctx, draft, fault);
  const receivers = await readReceivers(rctx, draft);
  if (draft.product_rates.some((r) => !isProductRateOffered(draft, receivers, r)))
    fault("product_rates", "A rate names a product or company that isn't on the job.");
  if (draft.haul_rates.some((r) => !isHaulRateOffered(draft, receivers, r)))
    fault("haul_rates", "A rate names a destination or company that isn't on the job.");
  const surcharges = new Set((await readOwnFuelRules(rctx)).map(({ id }) => id));
  if (draft.haul_rates.some((r) => r.fuel_rule_id && !surcharges.has(r.fuel_rule_id)))
    fault("haul_rates", "A rate names a fuel surcharge that isn't one of yours.");
  const parties = getRateParties(draft, receivers);
  for (const list of ["product_rates", "haul_rates"] as const)
    if (draft[list].some((r) => !isSplitValid(parties, r)))
      fault(list, "A split needs two companies of the job or more, and who is paid among them.");
  return faults;
}

async function destinationFaults(
  rctx: Ctx<CompanyActor>,
  draft: Draft,
  fault: (field: string, words: string) => void,
) {
  const places = draft.destinations.map(formatPlaceKey);
  if (new Set(places).size < places.length) fault("destinations", DUPLICATE_DESTINATION);
  const certificates = draft.destinations.some((d) => d.company_certification_ids.length)
    ? new Set((await readRequesterCertifications(rctx)).map((c) => c.id))
    : new Set<number>();
  for (const d of draft.destinations) {
    if ((await readPlaceName(rctx, d)) === null)
      fault("destinations", `${d.name || "A destination"} no longer exists, or you can't deliver to it.`);
    if (d.company_certification_ids.some((id) => !certificates.has(id)))
      fault("destinations", `${d.name} names a certificate you don't have.`);
    if (d.product_mixes.some((m) => !draft.products.some((p) => isSameProduct(p, m))))
      fault("destinations", `${d.name} accepts a product that isn't on the job.`);
  }
}
