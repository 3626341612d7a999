import { sql } from "drizzle-orm";
import { z } from "zod";
import { committedWith } from "~/core/files/settle.server";
import { FILE_NEEDED, storeUpload } from "~/core/files/store-upload.server";
import { fieldsOf, type JobLocation, locationOf, parseGeom } from "~/domain/geo/location";
import { hasPlss } from "~/domain/plss/meridians";
import { picked } from "~/domain/records/records";
import { areasFile, uploadedAreas, valuesOfFile } from "~/features/maps/areas-upload.server";
import { locationIn } from "~/features/maps/location-calls.server";
import { locationEditor } from "~/features/maps/location-editor.server";
import { editorShape } from "~/features/maps/location-input";
import { checkPlace, saveAnyway } from "~/features/maps/place-questions.server";
import { landNotice } from "~/features/plss/land-notice.server";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { accountOf } from "~/web/work-limit.server";
import { type Draft, hasPlace } from "./draft";
import { changeDraft, draftState, draftVersion, notYet, openSetup } from "./draft.server";
import { methodNeedsConfirm, setMethod } from "./draft-rules";
import { locationIsSet } from "./draft-steps";
import { METHODS } from "./words";

/** Where the draft's job is, as the maps know it. */
export const draftPlace = (draft: Draft): JobLocation => ({
  latitude: draft.latitude,
  longitude: draft.longitude,
  geom: draft.geom ? parseGeom(draft.geom) : null,
});

const placed = (place: JobLocation) => ({
  latitude: place.latitude,
  longitude: place.longitude,
  geom: place.geom && JSON.stringify(place.geom),
});

/** The location step: the ways to give the location, and what has been given so far. */
export const getLocationStep = procedure({
  name: "getLocationStep",
  may: "job.create",
  input: z.strictObject({ choosing: z.boolean() }),
  async run(ctx, { choosing }) {
    const { kept } = await openSetup(ctx);
    const { draft } = kept;
    const method = draft.location_method;
    // The pin needs no choice first: its form is shown until another way is chosen.
    const pins = method === null;
    const edits = pins || method === "pin" || method === "draw" || method === "import";
    const state = await draftState(ctx, draft);
    return {
      version: kept.version + 1,
      /** The land under what is drawn, where the overview says another one. */
      land: state && hasPlss(state.stusps) ? await landNotice(ctx.read, draftPlace(draft), draft) : null,
      method,
      choosing: choosing || method === null,
      /** A step's fields are enabled once one has come to it (spec 1, section 2). */
      first: await notYet(ctx, draft, "map"),
      set: locationIsSet(draft),
      county_id: draft.us_county_id,
      described: picked(draft, ["us_state_id", "township", "range", "section", "plss_meridian_code"]),
      job_map: draft.job_map?.file_name ?? null,
      editor:
        edits && (method !== "import" || draft.geom)
          ? await locationEditor(ctx.read, {
              county_id: draft.us_county_id,
              described: draft,
              fields: fieldsOf(draftPlace(draft), method ?? "pin"),
            })
          : null,
    };
  },
});

const method = z.enum(METHODS, "Choose how to set the job's location");

/** Choose how to give the location. If that would lose the drawing, ask first: `lose` says that it was confirmed. */
export const chooseMethod = procedure({
  name: "chooseMethod",
  may: "job.create",
  input: z.strictObject({ location_method: method, lose: z.boolean().optional(), version: draftVersion }),
  async run(ctx, input) {
    const { kept } = await openSetup(ctx);
    const asks = methodNeedsConfirm(kept.draft, input.location_method) && !input.lose;
    if (asks) return { confirm: input.location_method };
    await changeDraft(ctx, {
      section: "location",
      step: "map",
      version: input.version,
      change: (draft) => setMethod(draft, input.location_method),
    });
    return { confirm: null, skip: input.location_method === "skip" };
  },
});

/** What another method would take away. */
export const getMethodChange = procedure({
  name: "getMethodChange",
  may: "job.create",
  input: z.strictObject({ to: z.string().max(20) }),
  async run(ctx, { to }) {
    const { kept } = await openSetup(ctx);
    const wanted = METHODS.find((m) => m === to) ?? null;
    return {
      version: kept.version + 1,
      to: wanted && hasPlace(kept.draft) ? wanted : null,
      shapes: kept.draft.geom !== null,
    };
  },
});

/** The current location, to show a person who was overtaken by another tab. */
const locationNow = (draft: Draft): Record<string, unknown> => {
  const { coordinates, areas } = fieldsOf(draftPlace(draft), draft.location_method ?? undefined);
  return { coordinates, areas };
};

/** Keeps the pin or the areas that the editor's fields say. */
export const saveJobLocation = procedure({
  name: "saveJobLocation",
  may: "job.create",
  input: z.strictObject({ ...editorShape, save_anyway: saveAnyway, version: draftVersion }),
  run: (ctx, { version, save_anyway, view: _view, ...typed }) =>
    changeDraft(ctx, {
      section: "location",
      step: "map",
      version,
      whole: locationNow,
      change: async (draft) => {
        const read = locationIn(typed);
        if (!read.location) throw invalid(read.errors);
        const { location: place } = read;
        await checkPlace(ctx.read, { place, county_id: draft.us_county_id, save_anyway });
        return { ...setMethod(draft, typed.location_method), ...placed(read.location) };
      },
    }),
});

/** Keep the areas of a file that was sent; one that can't be read, or is asked about, leaves the draft unchanged. */
export const importJobAreas = procedure({
  name: "importJobAreas",
  limit: { work: "files" },
  may: "job.create",
  input: z.strictObject({ areas_file: areasFile, save_anyway: saveAnyway, version: draftVersion }),
  async run(ctx, input) {
    const { geom, report } = await uploadedAreas(input.areas_file, accountOf(ctx.actor));
    const place = locationOf(geom);
    const values = valuesOfFile(place, report);
    const { save_anyway } = input;
    const saved = await changeDraft(ctx, {
      section: "location",
      step: "map",
      version: input.version,
      change: async (draft) => {
        await checkPlace(ctx.read, { place, county_id: draft.us_county_id, save_anyway, values });
        return { ...setMethod(draft, "import"), ...placed(place) };
      },
    });
    return { ...saved, report };
  },
});

/** Keeps a PDF as the job's plan map, in place of the one before. */
export const uploadJobMap = procedure({
  name: "uploadJobMap",
  may: "job.create",
  input: z.strictObject({ job_map: z.string(FILE_NEEDED).max(200), version: draftVersion }),
  async run(ctx, input) {
    const stored = await storeUpload(ctx, { field: "job_map", sent: input.job_map, allowed: ["pdf"] });
    return committedWith(stored.keys, () =>
      changeDraft(ctx, {
        section: "location",
        step: "map",
        version: input.version,
        change: (draft) => ({ ...setMethod(draft, "pdf"), job_map: null }),
        first: () => stored.steps,
        body: (json) =>
          sql`json_set(${json}, '$.job_map', json_object('stored_file_id', ${stored.id}, 'file_name', ${stored.file_name}))`,
      }),
    );
  },
});

/** Takes the plan map away again. */
export const removeJobMap = procedure({
  name: "removeJobMap",
  may: "job.create",
  input: z.strictObject({ version: draftVersion }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "location",
      step: "map",
      version: input.version,
      change: (draft) => ({ ...draft, job_map: null }),
    }),
});
