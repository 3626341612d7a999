import { z } from "zod";
import { textField } from "~/domain/text/input";

/** The fields for a host's own input schema; `geom` carries what text cannot say, holes. */
export const editorShape = {
  location_method: z.enum(["pin", "draw", "pdf", "import", "skip"]),
  coordinates: z.string().max(600).optional(),
  areas: z.string().max(40_000).optional(),
  geom: z.string().max(60_000).optional(),
  /** What a place is looked for by; nothing is kept of it. */
  place: z.string().max(600).optional(),
  /** Where the map looks: latitude, longitude, zoom. */
  view: textField(60, "Reload the page.")
    .regex(/^-?\d{1,3}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?,\d{1,2}$/, "Reload the page.")
    .optional(),
};
