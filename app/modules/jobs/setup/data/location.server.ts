import { sql } from "drizzle-orm";
import { z } from "zod";
import { commitWithFiles } from "~/lib/files/commit-upload.server";
import { FILE_REQUIRED_MESSAGE, storeUpload } from "~/lib/files/store-upload.server";
import { type JobLocation, parseGeometry, toEditorFields, toJobLocation } from "~/lib/geo/location";
import { hasPlss } from "~/lib/land-description/meridians";
import { pick } from "~/lib/object/records";
import { readLandNotice } from "~/modules/land/shared/land-notice.server";
import { locationEditorFields } from "~/modules/maps/rules/location-input";
import {
  areasFileField,
  readUploadedAreas,
  toAreasFormValues,
} from "~/modules/maps/shared/areas-upload.server";
import { parseLocation } from "~/modules/maps/shared/location-calls.server";
import { readLocationEditor } from "~/modules/maps/shared/location-editor.server";
import { requirePlausiblePlace, saveAnywayField } from "~/modules/maps/shared/place-questions.server";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { getUsageAccount } from "~/web/usage-limit.server";
import {
  changeDraft,
  draftVersion,
  findBlockingStep,
  readDraftState,
  requireOpenDraft,
} from "../../shared/draft.server";
import { type Draft, hasLocation } from "../rules/draft";
import { needsMethodConfirmation, setLocationMethod } from "../rules/draft-rules";
import { isLocationSet } from "../rules/draft-steps";
import { JOB_LOCATION_METHODS } from "../rules/words";

/** Location of the draft's job, in the form that the maps use. */
export const getDraftLocation = (draft: Draft): JobLocation => ({
  latitude: draft.latitude,
  longitude: draft.longitude,
  geom: draft.geom ? parseGeometry(draft.geom) : null,
});

const placed = (place: JobLocation) => ({
  latitude: place.latitude,
  longitude: place.longitude,
  geom: place.geom && JSON.stringify(place.geom),
});

/** Location step: the available methods, and the location entered so far. */
export const getLocationStep = procedure({
  name: "getLocationStep",
  may: "job.create",
  input: z.strictObject({ choosing: z.boolean() }),
  async run(ctx, { choosing }) {
    const { kept } = await requireOpenDraft(ctx);
    const { draft } = kept;
    const method = draft.location_method;
    // The pin form is shown until another method is chosen, so a pin can be placed without choosing a method.
    const pins = method === null;
    const edits = pins || method === "pin" || method === "draw" || method === "import";
    const state = await readDraftState(ctx, draft);
    return {
      version: kept.version + 1,
      /** Land under the entered location, if it differs from the overview's land. */
      land:
        state && hasPlss(state.stusps)
          ? await readLandNotice(ctx.read, getDraftLocation(draft), draft)
          : null,
      method,
      choosing: choosing || method === null,
      /** Step to do first, or null. A step's fields are enabled once that step is reached. */
      first: await findBlockingStep(ctx, draft, "map"),
      set: isLocationSet(draft),
      county_id: draft.us_county_id,
      described: pick(draft, ["us_state_id", "township", "range", "section", "plss_meridian_code"]),
      job_map: draft.job_map?.file_name ?? null,
      editor:
        edits && (method !== "import" || draft.geom)
          ? await readLocationEditor(ctx.read, {
              county_id: draft.us_county_id,
              described: draft,
              fields: toEditorFields(getDraftLocation(draft), method ?? "pin"),
            })
          : null,
    };
  },
});

const method = z.enum(JOB_LOCATION_METHODS, "Choose how to set the job's location");

/** Choose the location method. A change that would delete the location must be confirmed with `lose`. */
export const chooseLocationMethod = procedure({
  name: "chooseLocationMethod",
  may: "job.create",
  input: z.strictObject({ location_method: method, lose: z.boolean().optional(), version: draftVersion }),
  async run(ctx, input) {
    const { kept } = await requireOpenDraft(ctx);
    const asks = needsMethodConfirmation(kept.draft, input.location_method) && !input.lose;
    if (asks) return { confirm: input.location_method };
    await changeDraft(ctx, {
      section: "location",
      step: "map",
      version: input.version,
      change: (draft) => setLocationMethod(draft, input.location_method),
    });
    return { confirm: null, skip: input.location_method === "skip" };
  },
});

/** Return the location data that a change of method would delete. */
export const getLocationMethodChange = procedure({
  name: "getLocationMethodChange",
  may: "job.create",
  input: z.strictObject({ to: z.string().max(20) }),
  async run(ctx, { to }) {
    const { kept } = await requireOpenDraft(ctx);
    const method = JOB_LOCATION_METHODS.find((m) => m === to) ?? null;
    return {
      version: kept.version + 1,
      to: method && hasLocation(kept.draft) ? method : null,
      shapes: kept.draft.geom !== null,
    };
  },
});

/** Return the current location, shown to a user whose form is out of date because another tab saved first. */
const locationNow = (draft: Draft): Record<string, unknown> => {
  const { coordinates, areas } = toEditorFields(getDraftLocation(draft), draft.location_method ?? undefined);
  return { coordinates, areas };
};

/** Save the pin or the areas from the editor's fields. */
export const saveJobLocation = procedure({
  name: "saveJobLocation",
  may: "job.create",
  input: z.strictObject({ ...locationEditorFields, save_anyway: saveAnywayField, version: draftVersion }),
  run: (ctx, { version, save_anyway, view: _view, ...typed }) =>
    changeDraft(ctx, {
      section: "location",
      step: "map",
      version,
      whole: locationNow,
      change: async (draft) => {
        const read = parseLocation(typed);
        if (!read.location) throw invalid(read.errors);
        const { location: place } = read;
        await requirePlausiblePlace(ctx.read, { place, county_id: draft.us_county_id, save_anyway });
        return { ...setLocationMethod(draft, typed.location_method), ...placed(read.location) };
      },
    }),
});

/** Save the areas of an uploaded file. A file that can't be read, or needs a confirmation, leaves the draft unchanged. */
export const importJobAreas = procedure({
  name: "importJobAreas",
  limit: { work: "files" },
  may: "job.create",
  input: z.strictObject({ areas_file: areasFileField, save_anyway: saveAnywayField, version: draftVersion }),
  async run(ctx, input) {
    const { geom, report } = await readUploadedAreas(input.areas_file, getUsageAccount(ctx.actor));
    const place = toJobLocation(geom);
    const values = toAreasFormValues(place, report);
    const { save_anyway } = input;
    const saved = await changeDraft(ctx, {
      section: "location",
      step: "map",
      version: input.version,
      change: async (draft) => {
        await requirePlausiblePlace(ctx.read, { place, county_id: draft.us_county_id, save_anyway, values });
        return { ...setLocationMethod(draft, "import"), ...placed(place) };
      },
    });
    return { ...saved, report };
  },
});

/** Save a PDF as the job's plan map, replacing the previous one. */
export const uploadJobMap = procedure({
  name: "uploadJobMap",
  may: "job.create",
  input: z.strictObject({ job_map: z.string(FILE_REQUIRED_MESSAGE).max(200), version: draftVersion }),
  async run(ctx, input) {
    const stored = await storeUpload(ctx, { field: "job_map", sent: input.job_map, allowed: ["pdf"] });
    return commitWithFiles(stored.keys, () =>
      changeDraft(ctx, {
        section: "location",
        step: "map",
        version: input.version,
        change: (draft) => ({ ...setLocationMethod(draft, "pdf"), job_map: null }),
        first: () => stored.steps,
        body: (json) =>
          sql`json_set(${json}, '$.job_map', json_object('stored_file_id', ${stored.id}, 'file_name', ${stored.file_name}))`,
      }),
    );
  },
});

/** Remove the plan map. */
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
