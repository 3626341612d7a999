import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { computeAcres, formatAcres } from "~/lib/geo/areas";
import { type JobLocation, parseGeometry, toEditorFields, toJobLocation } from "~/lib/geo/location";
import { parseView } from "~/lib/geo/view";
import { computeDiffs } from "~/modules/history/rules/history";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { buildUpdateJobStep, requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { findJobLandNotice } from "~/modules/land/shared/job-land.server";
import { recomputeMiles } from "~/modules/mileage/shared/job-mileage.server";
import {
  describeJobEditPayChange,
  type PayChangeConfirmInput,
  payChangeConfirmFields,
  requirePayChangeConfirmed,
} from "~/modules/settlements/shared/moved.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { getUsageAccount } from "~/web/usage-limit.server";
import { locationEditorFields } from "../rules/location-input";
import { areasFileField, readUploadedAreas, toAreasFormValues } from "../shared/areas-upload.server";
import { parseLocation } from "../shared/location-calls.server";
import { readLocationEditor } from "../shared/location-editor.server";
import { requirePlausiblePlace, saveAnywayField } from "../shared/place-questions.server";

type Job = Awaited<ReturnType<typeof requireJobRight>>["job"];

const placeOf = ({ latitude, longitude, geom }: Job): JobLocation => ({
  latitude,
  longitude,
  geom: geom ? parseGeometry(geom) : null,
});

/** Format a location for the history: areas by their number and acres, a pin by its coordinates. */
function said({ latitude, longitude, geom }: JobLocation) {
  const count = geom?.coordinates.length ?? 0;
  return {
    areas: geom ? `${count} ${count === 1 ? "area" : "areas"}, ${formatAcres(computeAcres(geom))}` : null,
    pin: geom || latitude === null ? null : `${latitude}, ${longitude}`,
  };
}

const id = z.number().int();
const method = z.enum(["pin", "draw"]).optional();

/** Return the editor for a job's pin or areas; `method` defaults to the job's current method. */
export const getShapeForm = procedure({
  name: "getShapeForm",
  may: "job.read",
  input: z.strictObject({ id, method }),
  async run(ctx, input) {
    const visibleJob = await requireJobRight(ctx, input.id, "edit");
    const { job } = visibleJob;
    const place = placeOf(job);
    const fields = toEditorFields(place, input.method);
    // If the user switches from the job's current method, the editor starts empty, as in job setup.
    if (input.method === "draw" && !place.geom) fields.areas = "";
    return {
      id: input.id,
      name: job.name,
      version: job.version,
      county_id: job.us_county_id,
      has_areas: place.geom !== null,
      other_land: await findJobLandNotice(ctx.read, visibleJob),
      editor: await readLocationEditor(ctx.read, { county_id: job.us_county_id, described: job, fields }),
    };
  },
});

/** Commit a job's new location with the recomputed miles, and record it in the job's history. */
async function movedTo(
  ctx: Ctx<CompanyActor>,
  match: Awaited<ReturnType<typeof requireJobRight>>,
  version: number,
  location: JobLocation,
  ask: PayChangeConfirmInput,
) {
  const patch = {
    latitude: location.latitude,
    longitude: location.longitude,
    geom: location.geom ? JSON.stringify(location.geom) : null,
  };
  const step = buildUpdateJobStep(ctx, match, version, patch);
  // The point inside areas is recomputed, so saving unchanged areas must not move a point that was set in another way.
  if (isDeepStrictEqual(toEditorFields(location), toEditorFields(placeOf(match.job))))
    return ctx.commit([], { id: match.job.id });
  const miles = await recomputeMiles(ctx, match.job, patch);
  await requirePayChangeConfirmed(ask, () => describeJobEditPayChange(ctx, match, { miles: miles.miles }));
  const diffs = [...computeDiffs(said(placeOf(match.job)), said(location)), ...miles.diffs];
  const row = diffRecordedColumns("job", patch, match.job);
  const entries =
    diffs.length || Object.keys(row).length
      ? await buildHistorySteps(ctx, match.subject, [{ activity: "job_updated", details: { diffs, row } }])
      : [];
  return ctx.commit([step, ...miles.steps, ...entries], { id: match.job.id });
}

/** Replace a job's pin or areas. */
export const updateJobShape = procedure({
  name: "updateJobShape",
  may: "job.update",
  input: z.strictObject({
    id,
    version: id,
    ...locationEditorFields,
    save_anyway: saveAnywayField,
    ...payChangeConfirmFields,
  }),
  async run(ctx, { id: jobId, version, save_anyway, ask_first, moves, ...typed }) {
    const job = await requireJobRight(ctx, jobId, "edit");
    const { location, errors } = parseLocation(typed);
    if (errors) throw invalid(errors);
    await requirePlausiblePlace(ctx.read, { place: location, county_id: job.job.us_county_id, save_anyway });
    return movedTo(ctx, job, version, location, { ask_first, moves });
  },
});

/** Replace a job's areas with those of a file. If the file can't be read or needs confirmation, nothing changes. */
export const importJobShape = procedure({
  name: "importJobShape",
  limit: { work: "files" },
  may: "job.update",
  input: z.strictObject({ id, version: id, areas_file: areasFileField, save_anyway: saveAnywayField }),
  async run(ctx, { id: jobId, version, areas_file, save_anyway }) {
    const job = await requireJobRight(ctx, jobId, "edit");
    const { geom, report } = await readUploadedAreas(areas_file, getUsageAccount(ctx.actor));
    const place = toJobLocation(geom);
    const values = toAreasFormValues(place, report);
    await requirePlausiblePlace(ctx.read, { place, county_id: job.job.us_county_id, save_anyway, values });
    return { ...(await movedTo(ctx, job, version, place, {})), report };
  },
});

/** Return the editor after an action in the editor, or with the typed values after a refusal. */
export const getShapeEditor = procedure({
  name: "getShapeEditor",
  may: "job.read",
  input: z.strictObject({ id, ...locationEditorFields }),
  async run(ctx, { id: jobId, view, place, location_method, coordinates = "", areas = "", geom = "" }) {
    const { job } = await requireJobRight(ctx, jobId, "edit");
    const fields = { method: location_method, coordinates, areas, geom };
    return readLocationEditor(ctx.read, {
      county_id: job.us_county_id,
      described: job,
      fields,
      view: parseView(view),
      place,
    });
  },
});
