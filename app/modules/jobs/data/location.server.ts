import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { plssMeridian, usCounty, usState } from "#db/schema";
import { parseGeometry } from "~/lib/geo/location";
import { getOnlyMeridian, hasPlss, listMeridianCodes, needsMeridian } from "~/lib/land-description/meridians";
import { getLandDescriptionLabel } from "~/lib/land-description/plss";
import { computeDiffs } from "~/modules/history/rules/history";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { findJobLandNotice } from "~/modules/land/shared/job-land.server";
import { normalizeLegalDescription } from "~/modules/land/shared/normalize-legal-description.server";
import { requirePlausiblePlace, saveAnywayField } from "~/modules/maps/shared/place-questions.server";
import { recomputeMiles } from "~/modules/mileage/shared/job-mileage.server";
import { latitudeField, longitudeField } from "~/modules/places/rules/fields";
import {
  describeJobEditPayChange,
  payChangeConfirmFields,
  requirePayChangeConfirmed,
} from "~/modules/settlements/shared/moved.server";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { jobTextField } from "../rules/job-fields";
import { buildUpdateJobStep, requireJobRight } from "../shared/authorize.server";

/** Message for any other error. */
export const LOCATION_SAVE_FAILED = "An error occurred while saving the job location.";
const STATE = "State is required";
const COUNTY = "County is required";
const ON_MAP = "Type both, like 44.8361 and -84.8203";

/** Initial values of the location form; `us_state_id` is the newly chosen state, whose counties the form then offers. */
export const getJobLocationForm = procedure({
  name: "getLocationForm",
  input: z.strictObject({ id: z.number().int(), us_state_id: z.number().int().optional() }),
  async run(ctx, input) {
    const visibleJob = await requireJobRight(ctx, input.id, "edit");
    const { job, stusps: saved } = visibleJob;
    const states = await ctx.read.select().from(usState).orderBy(usState.name);
    const state =
      states.find((s) => s.id === input.us_state_id) ?? states.find((s) => s.id === job.us_state_id);
    const counties = await ctx.read
      .select({ value: usCounty.id, label: usCounty.name })
      .from(usCounty)
      .where(eq(usCounty.us_state_id, state?.id ?? 0))
      .orderBy(usCounty.name, usCounty.id);
    const stusps = state?.stusps ?? "";
    const meridians = needsMeridian(stusps) ? await ctx.read.select().from(plssMeridian) : [];
    const same = state?.id === job.us_state_id;
    // Clear the land description if the new state describes land in another way: a township isn't a tract.
    const land = hasPlss(stusps) === hasPlss(saved) ? job : { township: "", range: "", section: "" };
    return {
      id: input.id,
      name: job.name,
      version: job.version,
      states: states.map((s) => ({ value: s.id, label: s.name })),
      counties,
      plss: hasPlss(stusps),
      land_label: getLandDescriptionLabel(stusps),
      meridians: meridians
        .filter((m) => listMeridianCodes(stusps).includes(m.code))
        .map((m) => ({ value: m.code, label: m.name })),
      has_shape: job.geom !== null,
      other_land: await findJobLandNotice(ctx.read, visibleJob),
      values: {
        us_state_id: String(state?.id ?? ""),
        us_county_id: same ? String(job.us_county_id) : "",
        plss_meridian_code: same ? (job.plss_meridian_code ?? "") : "",
        township: land.township ?? "",
        range: land.range ?? "",
        section: land.section ?? "",
        latitude: job.latitude === null ? "" : String(job.latitude),
        longitude: job.longitude === null ? "" : String(job.longitude),
      },
    };
  },
});

/**
 * Change a job's county, land description and pin. Township, range and section are required in states that have them.
 * Omitted land fields keep their values unless the new state describes land in another way. Another state has other
 * local days and may have another pay law, so the job's loads are priced again.
 */
export const updateJobLocation = procedure({
  name: "updateJobLocation",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    us_state_id: z.number(STATE).int(STATE).min(1, STATE),
    us_county_id: z.number(COUNTY).int(COUNTY).min(1, COUNTY),
    plss_meridian_code: z.string().max(2).nullable().optional(),
    township: jobTextField("The township", 60),
    range: jobTextField("The range", 60),
    section: jobTextField("The section", 60),
    latitude: latitudeField(ON_MAP).nullable().optional(),
    longitude: longitudeField(ON_MAP).nullable().optional(),
    save_anyway: saveAnywayField,
    ...payChangeConfirmFields,
  }),
  output: idOutput,
  async run(ctx, { id, version, save_anyway, ask_first, moves, ...input }) {
    const visibleJob = await requireJobRight(ctx, id, "edit");
    const { job } = visibleJob;
    const { county, stusps } = await countyOf(ctx, input);
    const plss_meridian_code = hasPlss(stusps)
      ? (getOnlyMeridian(stusps) ?? (input.plss_meridian_code || null))
      : null;
    const before =
      hasPlss(stusps) === hasPlss(visibleJob.stusps) ? job : { township: null, range: null, section: null };
    const typed = {
      township: (input.township === undefined ? before.township : input.township) || null,
      range: (input.range === undefined ? before.range : input.range) || null,
      section: (input.section === undefined ? before.section : input.section) || null,
    };
    const where = { us_county_id: input.us_county_id, plss_meridian_code };
    const { land, errors } = await normalizeLegalDescription(ctx.read, where, typed);
    const wrong: Record<string, string[]> = { ...errors };
    if (hasPlss(stusps)) {
      if (plss_meridian_code === null || !listMeridianCodes(stusps).includes(plss_meridian_code))
        wrong.plss_meridian_code = ["Meridian is required"];
      if (!land.township) wrong.township = ["Township is required"];
      if (!land.range) wrong.range = ["Range is required"];
      if (!land.section) wrong.section = ["Section is required"];
    }
    if (((input.latitude ?? null) === null) !== ((input.longitude ?? null) === null))
      wrong.latitude = [ON_MAP];
    if (Object.keys(wrong).length) throw invalid(wrong);
    const pinned = { latitude: job.latitude, longitude: job.longitude, ...pinSent(input) };
    const isMoved =
      pinned.latitude !== job.latitude ||
      pinned.longitude !== job.longitude ||
      input.us_county_id !== job.us_county_id;
    if (isMoved)
      await requirePlausiblePlace(ctx.read, {
        place: { ...pinned, geom: job.geom ? parseGeometry(job.geom) : null },
        county_id: input.us_county_id,
        save_anyway,
      });
    const patch = {
      us_state_id: input.us_state_id,
      us_county_id: input.us_county_id,
      plss_meridian_code,
      ...land,
      ...pinSent(input),
    };
    const said = (j: { township: string | null; range: string | null; section: string | null }) => ({
      township: j.township,
      range: j.range,
      section: j.section,
    });
    const pin = (j: { latitude?: number | null; longitude?: number | null }) =>
      (j.latitude ?? null) === null ? null : `${j.latitude}, ${j.longitude}`;
    const diffs = computeDiffs(
      { county: `${visibleJob.county}, ${visibleJob.stusps}`, ...said(job), pin: pin(job) },
      { county: `${county}, ${stusps}`, ...said(patch), pin: pin({ ...job, ...patch }) },
    );
    const step = buildUpdateJobStep(ctx, visibleJob, version, patch);
    const miles = await recomputeMiles(ctx, job, { ...job, ...patch });
    const lines = [...diffs, ...miles.diffs];
    const row = diffRecordedColumns("job", patch, job);
    if (Object.keys(row).length === 0) return { id };
    await requirePayChangeConfirmed({ ask_first, moves }, () =>
      describeJobEditPayChange(ctx, visibleJob, { us_state_id: patch.us_state_id, miles: miles.miles }),
    );
    return ctx.commit(
      [
        step,
        ...miles.steps,
        ...(patch.us_state_id === job.us_state_id ? [] : buildRepriceJobSteps(id)),
        ...(await buildHistorySteps(ctx, visibleJob.subject, [
          { activity: "job_updated", details: { diffs: lines, row } },
        ])),
      ],
      { id },
    );
  },
});

/** Return the submitted pin; empty if no pin was submitted. */
const pinSent = (sent: { latitude?: number | null; longitude?: number | null }) =>
  sent.latitude === undefined && sent.longitude === undefined
    ? {}
    : { latitude: sent.latitude ?? null, longitude: sent.longitude ?? null };

async function countyOf(ctx: Ctx, input: { us_state_id: number; us_county_id: number }) {
  const [row] = await ctx.read
    .select({ county: usCounty.name, stusps: usState.stusps })
    .from(usCounty)
    .innerJoin(usState, eq(usState.id, usCounty.us_state_id))
    .where(and(eq(usCounty.id, input.us_county_id), eq(usCounty.us_state_id, input.us_state_id)));
  if (!row) throw invalid({ us_county_id: [COUNTY] });
  return row;
}
