import { z } from "zod";
import { formatCoordinates } from "~/lib/geo/coordinates";
import { type JobLocation, readLocation } from "~/lib/geo/location";
import { parsePlace } from "~/lib/geo/place-text";
import { procedure } from "~/web/procedure";
import { locationEditorFields } from "../rules/location-input";
import { readLocationEditor } from "./location-editor.server";

/**
 * Return the location editor for a county with the fields typed so far. The map shows only public outlines, so any
 * member may read it.
 */
export const getLocationEditor = procedure({
  name: "getLocationEditor",
  may: "job.read",
  input: z.strictObject({
    ...locationEditorFields,
    county_id: z.number().int().min(1).max(99_999).nullable(),
  }),
  run: (ctx, { county_id, location_method, coordinates = "", areas = "", geom = "" }) =>
    readLocationEditor(ctx.read, {
      county_id,
      fields: { method: location_method, coordinates, areas, geom },
    }),
});

type Typed = { location_method: "pin" | "draw" | "pdf" | "import" | "skip" } & {
  [K in "coordinates" | "areas" | "geom"]?: string | undefined;
};

/** Convert a pasted place (a link, UTM) to coordinates; return any other text as typed. */
function pinText(typed: string): string {
  const place = parsePlace(typed);
  return place ? formatCoordinates(place) : typed;
}

/** Return the location in a parsed input, for procedures whose input includes `locationEditorFields`. */
export const parseLocation = (
  input: Typed,
):
  | { location: JobLocation; errors: null }
  | { location: null; errors: { coordinates?: string[]; areas?: string[] } } =>
  readLocation({
    method: input.location_method,
    coordinates: pinText(input.coordinates ?? ""),
    areas: input.areas ?? "",
    geom: input.geom ?? "",
  });
