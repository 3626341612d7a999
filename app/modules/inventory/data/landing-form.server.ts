import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { landing } from "#db/schema";
import { formatCoordinates } from "~/lib/geo/coordinates";
import { toEditorFields } from "~/lib/geo/location";
import { MAX_PLACE_TEXT_LENGTH, parsePlace } from "~/lib/geo/place-text";
import { parseView } from "~/lib/geo/view";
import { createTextSchema } from "~/lib/text/input";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { jobTextField } from "~/modules/jobs/rules/job-fields";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { formatLandingPoint, readLandings } from "~/modules/jobs/shared/landings.server";
import { mapFormFields } from "~/modules/maps/rules/map-ask";
import { toSurroundingLand } from "~/modules/maps/shared/land-around.server";
import { readLocationEditor } from "~/modules/maps/shared/location-editor.server";
import {
  requirePlausiblePlace,
  saveAnywayField,
  toPinLocation,
} from "~/modules/maps/shared/place-questions.server";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound } from "~/web/refusal";
import { isUnchanged, requireVersion } from "~/web/revise.server";
import { readLanding } from "./landings.server";

const NO_PLACE = "Type coordinates like 44.8361, -84.8203";
const job_id = z.number().int();
const landingInput = {
  name: jobTextField("The name", 80),
  notes: jobTextField("Notes", 1000),
  /** Coordinates; empty means the job's own location. */
  coordinates: createTextSchema(MAX_PLACE_TEXT_LENGTH, NO_PLACE).nullable().optional(),
  save_anyway: saveAnywayField,
};

/**
 * Return the columns for a typed location: empty text clears the location, undefined leaves it unchanged. An unlikely
 * location must be confirmed.
 */
async function placeOf(
  ctx: Ctx<CompanyActor>,
  { coordinates: typed, save_anyway }: { coordinates?: string | null; save_anyway?: boolean },
  {
    county_id,
    saved,
  }: { county_id: number; saved: { latitude: number | null; longitude: number | null } | null },
) {
  if (typed === undefined) return {};
  if (!typed) return { latitude: null, longitude: null };
  const point = parsePlace(typed);
  if (!point) throw invalid({ coordinates: [NO_PLACE] });
  // The form shows six decimals, so saved coordinates are compared in that format.
  const isSaved =
    saved && toEditorFields({ ...saved, geom: null }, "pin").coordinates === formatCoordinates(point);
  if (isSaved) return {};
  await requirePlausiblePlace(ctx.read, { place: toPinLocation(point), county_id, save_anyway });
  return point;
}

/** Add a landing. From then on, loads that leave the job are deducted from its inventory (db/derived.sql). */
export const addLanding = procedure({
  name: "addLanding",
  input: z.strictObject({
    job_id,
    ...landingInput,
    name: z
      .string("Name is required")
      .trim()
      .min(1, "Name is required")
      .max(80, "The name can be at most 80 characters"),
  }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "add_inventory");
    const id = selectInsertedId(landing);
    const place = await placeOf(ctx, input, { county_id: job.job.us_county_id, saved: null });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(landing).values({
            job_id: input.job_id,
            name: input.name,
            notes: input.notes || null,
            ...place,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [
          {
            activity: "landing_inventory_updated",
            details: { content: `Landing added: ${input.name}` },
          },
        ])),
      ],
      { id: id },
    );
  },
});

/** Return a landing that the caller may change: only the company that added the landing and the job's office may. */
async function changeableLanding(ctx: Ctx<CompanyActor>, job: VisibleJob, id: number) {
  const landing = await readLanding(ctx, job.job.id, id);
  if (!landing) throw notFound("We couldn't find that landing.");
  if (!job.rights.office && landing.creator_company_id !== job.me)
    throw forbidden("Only the company that added a landing, or runs the job, can change it.");
  return landing;
}

/** Initial values of a landing's form. */
export const getLandingForm = procedure({
  name: "getLandingForm",
  input: z.strictObject({
    id: z.number().int(),
    landing_id: z.number().int().optional(),
    ...mapFormFields,
  }),
  async run(ctx, { id, landing_id, ...asked }) {
    const visibleJob = await requireJobRight(
      ctx,
      id,
      landing_id === undefined ? "add_inventory" : "edit_inventory",
    );
    const { job } = visibleJob;
    const target = landing_id === undefined ? null : await changeableLanding(ctx, visibleJob, landing_id);
    const coordinates = formatLandingPoint(target) ?? "";
    return {
      job: job.name,
      version: target?.version ?? 1,
      values: { name: target?.name ?? "", notes: target?.notes ?? "" },
      editor: await readLocationEditor(ctx.read, {
        county_id: job.us_county_id,
        fields: { method: "pin", coordinates: asked.coordinates ?? coordinates, areas: "", geom: "" },
        view: parseView(asked.view),
        place: asked.place,
        described: job,
        land: toSurroundingLand(
          job,
          (await readLandings(ctx.read, job.id)).filter((other) => other.id !== landing_id),
        ),
      }),
    };
  },
});

/** Change a landing's name, note or location. */
export const updateLanding = procedure({
  name: "updateLanding",
  input: z.strictObject({
    job_id,
    landing_id: z.number().int(),
    version: z.number().int(),
    ...landingInput,
  }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "edit_inventory");
    const target = await changeableLanding(ctx, job, input.landing_id);
    requireVersion(target, input.version, {
      name: target.name,
      notes: target.notes,
      coordinates: formatLandingPoint(target),
      version: target.version,
    });
    const name = input.name === undefined ? target.name : input.name || null;
    const place = await placeOf(ctx, input, { county_id: job.job.us_county_id, saved: target });
    const notes = input.notes === undefined ? target.notes : input.notes || null;
    if (isUnchanged(target, { name, notes, ...place })) return ctx.commit([], { id: target.id });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(landing)
            .set({ name, notes, ...place, version: input.version })
            .where(and(eq(landing.id, target.id), eq(landing.version, target.version))),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [
          {
            activity: "landing_inventory_updated",
            details: {
              diffs: [{ key: "landing", saved: target.name ?? "Landing", updated: name ?? "Landing" }],
            },
          },
        ])),
      ],
      { id: target.id },
    );
  },
});
