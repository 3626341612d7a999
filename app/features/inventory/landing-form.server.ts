import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { landing } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { words } from "~/core/jobs/job-fields";
import { landingPoint, readLandingsOf } from "~/core/jobs/landings.server";
import { jobFor, type VisibleJob } from "~/core/jobs/standing.server";
import { coordinatesText } from "~/domain/geo/coordinates";
import { fieldsOf } from "~/domain/geo/location";
import { MAX_PLACE_LETTERS, parsePlace } from "~/domain/geo/place-text";
import { parseView } from "~/domain/geo/view";
import { text } from "~/domain/text/input";
import { landOf } from "~/features/maps/land-around.server";
import { locationEditor } from "~/features/maps/location-editor.server";
import { mapAsk } from "~/features/maps/map-ask";
import { checkPlace, pinLocation, saveAnyway } from "~/features/maps/place-questions.server";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, missing } from "~/web/refusal";
import { asRead, isUnchanged } from "~/web/revise.server";
import { readLanding } from "./landings.server";

const NO_PLACE = "Type coordinates like 44.8361, -84.8203";
const job_id = z.number().int();
const landingInput = {
  name: words("The name", 80),
  notes: words("Notes", 1000),
  /** Where it is; empty is the job's own place. */
  coordinates: text(MAX_PLACE_LETTERS, NO_PLACE).nullable().optional(),
  save_anyway: saveAnyway,
};

/** The place that was typed, as its two columns; null clears it, undefined leaves it. An unlikely one is asked about. */
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
  // The form shows six digits of each.
  const isSaved = saved && fieldsOf({ ...saved, geom: null }, "pin").coordinates === coordinatesText(point);
  if (isSaved) return {};
  await checkPlace(ctx.read, { place: pinLocation(point), county_id, save_anyway });
  return point;
}

/** Makes a landing; from now on loads that leave the job are taken from it (db/derived.sql). */
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
    const found = await jobFor(ctx, input.job_id, "add_inventory");
    const made = newest(landing);
    const place = await placeOf(ctx, input, { county_id: found.job.us_county_id, saved: null });
    return ctx.commit(
      [
        mustHit(
          ctx.write.insert(landing).values({
            job_id: input.job_id,
            name: input.name,
            notes: input.notes || null,
            ...place,
            ...creatorOf(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "landing_inventory_updated",
            details: { content: `Landing added: ${input.name}` },
          },
        ])),
      ],
      { id: made },
    );
  },
});

/** A landing that one may change: its own company and the office may. */
async function changeableLanding(ctx: Ctx<CompanyActor>, found: VisibleJob, id: number) {
  const at = await readLanding(ctx, found.job.id, id);
  if (!at) throw missing("We couldn't find that landing.");
  if (!found.rights.office && at.creator_company_id !== found.me)
    throw forbidden("Only the company that added a landing, or runs the job, can change it.");
  return at;
}

/** What the form of a landing starts with. */
export const getLandingForm = procedure({
  name: "getLandingForm",
  input: z.strictObject({
    id: z.number().int(),
    landing_id: z.number().int().optional(),
    ...mapAsk,
  }),
  async run(ctx, { id, landing_id, ...asked }) {
    const found = await jobFor(ctx, id, landing_id === undefined ? "add_inventory" : "edit_inventory");
    const { job } = found;
    const at = landing_id === undefined ? null : await changeableLanding(ctx, found, landing_id);
    const coordinates = landingPoint(at) ?? "";
    return {
      job: job.name,
      version: at?.version ?? 1,
      values: { name: at?.name ?? "", notes: at?.notes ?? "" },
      editor: await locationEditor(ctx.read, {
        county_id: job.us_county_id,
        fields: { method: "pin", coordinates: asked.coordinates ?? coordinates, areas: "", geom: "" },
        view: parseView(asked.view),
        place: asked.place,
        described: job,
        land: landOf(
          job,
          (await readLandingsOf(ctx.read, job.id)).filter((other) => other.id !== landing_id),
        ),
      }),
    };
  },
});

/** Names a landing or notes something on it. */
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
    const found = await jobFor(ctx, input.job_id, "edit_inventory");
    const at = await changeableLanding(ctx, found, input.landing_id);
    asRead(at, input.version, {
      name: at.name,
      notes: at.notes,
      coordinates: landingPoint(at),
      version: at.version,
    });
    const name = input.name === undefined ? at.name : input.name || null;
    const place = await placeOf(ctx, input, { county_id: found.job.us_county_id, saved: at });
    const notes = input.notes === undefined ? at.notes : input.notes || null;
    if (isUnchanged(at, { name, notes, ...place })) return ctx.commit([], { id: at.id });
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(landing)
            .set({ name, notes, ...place, version: input.version })
            .where(and(eq(landing.id, at.id), eq(landing.version, at.version))),
        ),
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "landing_inventory_updated",
            details: { diffs: [{ key: "landing", saved: at.name ?? "Landing", updated: name ?? "Landing" }] },
          },
        ])),
      ],
      { id: at.id },
    );
  },
});
