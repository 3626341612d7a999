import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { computeAcres, formatAcres } from "~/lib/geo/areas";
import { type JobLocation, parseGeometry, toEditorFields, toJobLocation } from "~/lib/geo/location";
import { parseView } from "~/lib/geo/view";
import { computeDiffs } from "~/modules/history/rules/history";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { historySteps } from "~/modules/history/shared/history.server";
import { jobStep, requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { readJobLandNotice } from "~/modules/land/shared/job-land.server";
import { recomputeMiles } from "~/modules/mileage/shared/job-mileage.server";
import {
  type AskFirstInput,
  asking,
  requireConfirmed,
  whatEditMoves,
} from "~/modules/settlements/shared/moved.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { getUsageAccount } from "~/web/usage-limit.server";
import { editorShape } from "../rules/location-input";
import { areasFileField, readUploadedAreas, valuesOfFile } from "../shared/areas-upload.server";
import { parseLocation } from "../shared/location-calls.server";
import { readLocationEditor } from "../shared/location-editor.server";
import { requirePlausiblePlace, saveAnywayField } from "../shared/place-questions.server";

type Job = Awaited<ReturnType<typeof requireJobRight>>["job"];

const placeOf = ({ latitude, longitude, geom }: Job): JobLocation => ({
  latitude,
  longitude,
  geom: geom ? parseGeometry(geom) : null,
});

/** History text for a place: the shape by its number of areas and acres, the pin by its coordinates. */
function said({ latitude, longitude, geom }: JobLocation) {
  const count = geom?.coordinates.length ?? 0;
  return {
    areas: geom ? `${count} ${count === 1 ? "area" : "areas"}, ${formatAcres(computeAcres(geom))}` : null,
    pin: geom || latitude === null ? null : `${latitude}, ${longitude}`,
  };
}

const id = z.number().int();
const method = z.enum(["pin", "draw"]).optional();

/** Return the editor of a job's pin or areas; `method` is the chosen one, else the job's own. */
export const getShapeForm = procedure({
  name: "getShapeForm",
  may: "job.read",
  input: z.strictObject({ id, method }),
  async run(ctx, input) {
    const visibleJob = await requireJobRight(ctx, input.id, "edit");
    const { job } = visibleJob;
    const place = placeOf(job);
    const fields = toEditorFields(place, input.method);
    // A method other than the job's own starts empty, as when setting up a job.
    if (input.method === "draw" && !place.geom) fields.areas = "";
    return {
      id: input.id,
      name: job.name,
      version: job.version,
      county_id: job.us_county_id,
      has_areas: place.geom !== null,
      other_land: await readJobLandNotice(ctx.read, visibleJob),
      editor: await readLocationEditor(ctx.read, { county_id: job.us_county_id, described: job, fields }),
    };
  },
});

/** Commit that moves a job to another place, with the distance in miles, and records it in its history. */
async function movedTo(
  ctx: Ctx<CompanyActor>,
  match: Awaited<ReturnType<typeof requireJobRight>>,
  version: number,
  location: JobLocation,
  ask: AskFirstInput,
) {
  const patch = {
    latitude: location.latitude,
    longitude: location.longitude,
    geom: location.geom ? JSON.stringify(location.geom) : null,
  };
  const step = jobStep(ctx, match, version, patch);
  // The point inside areas is recomputed, so unchanged areas must not move a point that was set another way.
  if (isDeepStrictEqual(toEditorFields(location), toEditorFields(placeOf(match.job))))
    return ctx.commit([], { id: match.job.id });
  const miles = await recomputeMiles(ctx, match.job, patch);
  await requireConfirmed(ask, () => whatEditMoves(ctx, match, { miles: miles.miles }));
  const diffs = [...computeDiffs(said(placeOf(match.job)), said(location)), ...miles.diffs];
  const row = diffRecordedColumns("job", patch, match.job);
  const entries =
    diffs.length || Object.keys(row).length
      ? await historySteps(ctx, match.subject, [{ activity: "job_updated", details: { diffs, row } }])
      : [];
  return ctx.commit([step, ...miles.steps, ...entries], { id: match.job.id });
}

/** Replace a job's pin or areas. */
export const updateJobShape = procedure({
  name: "updateJobShape",
  may: "job.update",
  input: z.strictObject({ id, version: id, ...editorShape, save_anyway: saveAnywayField, ...asking }),
  async run(ctx, { id: jobId, version, save_anyway, ask_first, moves, ...typed }) {
    const job = await requireJobRight(ctx, jobId, "edit");
    const { location, errors } = parseLocation(typed);
    if (errors) throw invalid(errors);
    await requirePlausiblePlace(ctx.read, { place: location, county_id: job.job.us_county_id, save_anyway });
    return movedTo(ctx, job, version, location, { ask_first, moves });
  },
});

/** Replace a job's areas with those of a file; a file that can't be read, or needs confirmation, changes nothing. */
export const importJobShape = procedure({
  name: "importJobShape",
  limit: { work: "files" },
  may: "job.update",
  input: z.strictObject({ id, version: id, areas_file: areasFileField, save_anyway: saveAnywayField }),
  async run(ctx, { id: jobId, version, areas_file, save_anyway }) {
    const job = await requireJobRight(ctx, jobId, "edit");
    const { geom, report } = await readUploadedAreas(areas_file, getUsageAccount(ctx.actor));
    const place = toJobLocation(geom);
    const values = valuesOfFile(place, report);
    await requirePlausiblePlace(ctx.read, { place, county_id: job.job.us_county_id, save_anyway, values });
    return { ...(await movedTo(ctx, job, version, place, {})), report };
  },
});

/** Return the same editor after one of its own actions, and with the typed values after a refusal. */
export const getShapeEditor = procedure({
  name: "getShapeEditor",
  may: "job.read",
  input: z.strictObject({ id, ...editorShape }),
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
