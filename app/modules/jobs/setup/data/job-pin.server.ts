import { z } from "zod";
import { INVALID_COORDINATES_MESSAGE } from "~/lib/geo/location";
import { MAX_PLACE_TEXT_LENGTH, parsePlace } from "~/lib/geo/place-text";
import { parseView } from "~/lib/geo/view";
import { mapFormFields } from "~/modules/maps/rules/map-ask";
import { readCompanyStartView } from "~/modules/maps/shared/company-start.server";
import { findCountyAt } from "~/modules/maps/shared/counties.server";
import { readLocationEditor } from "~/modules/maps/shared/location-editor.server";
import {
  requirePlausiblePlace,
  saveAnywayField,
  toPinLocation,
} from "~/modules/maps/shared/place-questions.server";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { changeDraft, draftVersion, readDraftState, requireOpenDraft } from "../../shared/draft.server";
import { applyPin, formatPin } from "./overview-pin.server";

/** Map for placing the overview's pin. */
export const getJobPin = procedure({
  name: "getJobPin",
  may: "job.create",
  input: z.strictObject(mapFormFields),
  async run(ctx, query) {
    const { kept } = await requireOpenDraft(ctx);
    const { draft } = kept;
    return {
      version: kept.version,
      editor: await readLocationEditor(ctx.read, {
        county_id: draft.us_county_id,
        described: draft,
        fields: { method: "pin", coordinates: query.coordinates ?? formatPin(draft), areas: "", geom: "" },
        view: parseView(query.view),
        place: query.place,
        start: await readCompanyStartView(ctx),
      }),
    };
  },
});

/**
 * Set the overview's pin; fills in state and county if neither is chosen, and township, range and section if none of
 * them is typed.
 */
export const setJobPin = procedure({
  name: "setJobPin",
  may: "job.create",
  input: z.strictObject({
    coordinates: z.string().trim().max(MAX_PLACE_TEXT_LENGTH, "This is too long."),
    save_anyway: saveAnywayField,
    version: draftVersion,
  }),
  run: (ctx, { coordinates, save_anyway, version }) =>
    changeDraft(ctx, {
      section: "overview",
      version,
      change: async (draft) => {
        const pin = parsePlace(coordinates);
        if (!pin) throw invalid({ coordinates: [INVALID_COORDINATES_MESSAGE] });
        await requirePlausiblePlace(ctx.read, {
          place: toPinLocation(pin),
          county_id: draft.us_county_id,
          save_anyway,
        });
        const county = draft.us_state_id || draft.us_county_id ? null : await findCountyAt(ctx.read, pin);
        const located = county
          ? { ...draft, us_state_id: county.us_state_id, us_county_id: county.id }
          : draft;
        const stusps = (await readDraftState(ctx, located))?.stusps ?? null;
        // If the pin's section isn't known, the pin is saved anyway, and the overview reports the problem when it is
        // sent.
        return (await applyPin(ctx.read, located, { coordinates, stusps })).draft;
      },
    }),
});
