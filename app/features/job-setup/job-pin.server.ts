import { z } from "zod";
import { NO_COORDINATES } from "~/domain/geo/location";
import { MAX_PLACE_LETTERS, parsePlace } from "~/domain/geo/place-text";
import { parseView } from "~/domain/geo/view";
import { companyStart } from "~/features/maps/company-start.server";
import { countyAt } from "~/features/maps/counties.server";
import { locationEditor } from "~/features/maps/location-editor.server";
import { mapAsk } from "~/features/maps/map-ask";
import { checkPlace, pinLocation, saveAnyway } from "~/features/maps/place-questions.server";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { changeDraft, draftState, draftVersion, openSetup } from "./draft.server";
import { pinOf, withPin } from "./overview-pin.server";

/** The map that the overview's pin is found on. */
export const getJobPin = procedure({
  name: "getJobPin",
  may: "job.create",
  input: z.strictObject(mapAsk),
  async run(ctx, asked) {
    const { kept } = await openSetup(ctx);
    const { draft } = kept;
    return {
      version: kept.version,
      editor: await locationEditor(ctx.read, {
        county_id: draft.us_county_id,
        described: draft,
        fields: { method: "pin", coordinates: asked.coordinates ?? pinOf(draft), areas: "", geom: "" },
        view: parseView(asked.view),
        place: asked.place,
        start: await companyStart(ctx),
      }),
    };
  },
});

/**
 * Puts the pin into the overview; state and county are filled from it where neither is chosen, township, range and section where
 * none of them is typed.
 */
export const setJobPin = procedure({
  name: "setJobPin",
  may: "job.create",
  input: z.strictObject({
    coordinates: z.string().trim().max(MAX_PLACE_LETTERS, "This is too long."),
    save_anyway: saveAnyway,
    version: draftVersion,
  }),
  run: (ctx, { coordinates, save_anyway, version }) =>
    changeDraft(ctx, {
      section: "overview",
      version,
      change: async (draft) => {
        const pin = parsePlace(coordinates);
        if (!pin) throw invalid({ coordinates: [NO_COORDINATES] });
        await checkPlace(ctx.read, { place: pinLocation(pin), county_id: draft.us_county_id, save_anyway });
        const county = draft.us_state_id || draft.us_county_id ? null : await countyAt(ctx.read, pin);
        const located = county
          ? { ...draft, us_state_id: county.us_state_id, us_county_id: county.id }
          : draft;
        const stusps = (await draftState(ctx, located))?.stusps ?? null;
        // Where the section isn't known the overview says so when it is sent; the pin is kept all the same.
        return (await withPin(ctx.read, located, { coordinates, stusps })).draft;
      },
    }),
});
