import { z } from "zod";

/**
 * Fields that a map's buttons submit with the form around it: the current coordinates, the view, and the text of a
 * place search.
 */
export const mapFormFields = {
  coordinates: z.string().max(600).optional(),
  view: z.string().max(60).optional(),
  place: z.string().max(600).optional(),
};
export type MapFormInput = z.output<z.ZodObject<typeof mapFormFields>>;
