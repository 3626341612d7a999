import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";

/** Fields to add to a form's own input schema; `geom` contains holes, which the text of areas can't express. */
export const locationEditorFields = {
  location_method: z.enum(["pin", "draw", "pdf", "import", "skip"]),
  coordinates: z.string().max(600).optional(),
  areas: z.string().max(40_000).optional(),
  geom: z.string().max(60_000).optional(),
  /** Search text for a place; not saved. */
  place: z.string().max(600).optional(),
  /** Map view: latitude, longitude, zoom. */
  view: createTextSchema(60, "Reload the page.")
    .regex(/^-?\d{1,3}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?,\d{1,2}$/, "Reload the page.")
    .optional(),
};
