import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { recordedOf } from "~/core/history/columns.server";
import { historySteps } from "~/core/history/history.server";
import { jobFor, jobStep } from "~/core/jobs/standing.server";
import { milesAnew } from "~/core/miles/job-mileage.server";
import { type Asking, asking, requireConfirmed, whatEditMoves } from "~/core/settling/moved.server";
import { acresOf, acresText } from "~/domain/geo/areas";
import { fieldsOf, type JobLocation, locationOf, parseGeom } from "~/domain/geo/location";
import { parseView } from "~/domain/geo/view";
import { diffsOf } from "~/domain/history/history";
import { jobLandNotice } from "~/features/plss/job-land.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { accountOf } from "~/web/work-limit.server";
import { areasFile, uploadedAreas, valuesOfFile } from "./areas-upload.server";
import { locationIn } from "./location-calls.server";
import { locationEditor } from "./location-editor.server";
import { editorShape } from "./location-input";
import { checkPlace, saveAnyway } from "./place-questions.server";

type Job = Awaited<ReturnType<typeof jobFor>>["job"];

const placeOf = ({ latitude, longitude, geom }: Job): JobLocation => ({
  latitude,
  longitude,
  geom: geom ? parseGeom(geom) : null,
});

/** What history says of a place: the shape by its number of areas and acres, the pin by its coordinates. */
function said({ latitude, longitude, geom }: JobLocation) {
  const count = geom?.coordinates.length ?? 0;
  return {
    areas: geom ? `${count} ${count === 1 ? "area" : "areas"}, ${acresText(acresOf(geom))}` : null,
    pin: geom || latitude === null ? null : `${latitude}, ${longitude}`,
  };
}

const id = z.number().int();
const method = z.enum(["pin", "draw"]).optional();

/** The editor of a job's pin or areas; `method` is what was chosen, else what the job has. */
export const getShapeForm = procedure({
  name: "getShapeForm",
  may: "job.read",
  input: z.strictObject({ id, method }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.id, "edit");
    const { job } = found;
    const place = placeOf(job);
    const fields = fieldsOf(place, input.method);
    // Another way than the job's own begins with nothing, as in setting a job up.
    if (input.method === "draw" && !place.geom) fields.areas = "";
    return {
      id: input.id,
      name: job.name,
      version: job.version,
      county_id: job.us_county_id,
      has_areas: place.geom !== null,
      other_land: await jobLandNotice(ctx.read, found),
      editor: await locationEditor(ctx.read, { county_id: job.us_county_id, described: job, fields }),
    };
  },
});

/** The commit that puts a job in another place, with the miles from there, and says so in its history. */
async function movedTo(
  ctx: Ctx<CompanyActor>,
  found: Awaited<ReturnType<typeof jobFor>>,
  version: number,
  location: JobLocation,
  ask: Asking,
) {
  const patch = {
    latitude: location.latitude,
    longitude: location.longitude,
    geom: location.geom ? JSON.stringify(location.geom) : null,
  };
  const step = jobStep(ctx, found, version, patch);
  // The point inside areas is computed again, so the same areas must not move a point that was set another way.
  if (isDeepStrictEqual(fieldsOf(location), fieldsOf(placeOf(found.job))))
    return ctx.commit([], { id: found.job.id });
  const miles = await milesAnew(ctx, found.job, patch);
  await requireConfirmed(ask, () => whatEditMoves(ctx, found, { miles: miles.miles }));
  const diffs = [...diffsOf(said(placeOf(found.job)), said(location)), ...miles.diffs];
  const row = recordedOf("job", patch, found.job);
  const entries =
    diffs.length || Object.keys(row).length
      ? await historySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs, row } }])
      : [];
  return ctx.commit([step, ...miles.steps, ...entries], { id: found.job.id });
}

/** Gives a job another pin, or other areas in place of what it had. */
export const updateJobShape = procedure({
  name: "updateJobShape",
  may: "job.update",
  input: z.strictObject({ id, version: id, ...editorShape, save_anyway: saveAnyway, ...asking }),
  async run(ctx, { id: jobId, version, save_anyway, ask_first, moves, ...typed }) {
    const found = await jobFor(ctx, jobId, "edit");
    const { location, errors } = locationIn(typed);
    if (errors) throw invalid(errors);
    await checkPlace(ctx.read, { place: location, county_id: found.job.us_county_id, save_anyway });
    return movedTo(ctx, found, version, location, { ask_first, moves });
  },
});

/** Gives a job the areas of a file in place of what it had; a file that can't be read, or is asked about, changes nothing. */
export const importJobShape = procedure({
  name: "importJobShape",
  limit: { work: "files" },
  may: "job.update",
  input: z.strictObject({ id, version: id, areas_file: areasFile, save_anyway: saveAnyway }),
  async run(ctx, { id: jobId, version, areas_file, save_anyway }) {
    const found = await jobFor(ctx, jobId, "edit");
    const { geom, report } = await uploadedAreas(areas_file, accountOf(ctx.actor));
    const place = locationOf(geom);
    const values = valuesOfFile(place, report);
    await checkPlace(ctx.read, { place, county_id: found.job.us_county_id, save_anyway, values });
    return { ...(await movedTo(ctx, found, version, place, {})), report };
  },
});

/** The same editor after an act of its own, and with what was typed after a refusal. */
export const getShapeEditor = procedure({
  name: "getShapeEditor",
  may: "job.read",
  input: z.strictObject({ id, ...editorShape }),
  async run(ctx, { id: jobId, view, place, location_method, coordinates = "", areas = "", geom = "" }) {
    const { job } = await jobFor(ctx, jobId, "edit");
    const fields = { method: location_method, coordinates, areas, geom };
    return locationEditor(ctx.read, {
      county_id: job.us_county_id,
      described: job,
      fields,
      view: parseView(view),
      place,
    });
  },
});
