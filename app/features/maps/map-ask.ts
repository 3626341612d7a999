import { z } from "zod";

/** What a map's buttons ask of the form that it stands in: the coordinates as they are now, where to look, a place to look for. */
export const mapFormFields = {
  coordinates: z.string().max(600).optional(),
  view: z.string().max(60).optional(),
  place: z.string().max(600).optional(),
};
export type MapFormInput = z.output<z.ZodObject<typeof mapFormFields>>;
