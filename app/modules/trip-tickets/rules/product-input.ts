import { z } from "zod";
import { invalid } from "~/web/refusal";
import { formatProductKey } from "./defaults";
import { parseSpeciesKey } from "./product-key";

/** Product as API calls accept it: as one value, as in forms, or by the API's ids. */
export const productFields = {
  product: z
    .string("Choose a product")
    .max(40)
    .describe("In place of the three ids, as forms send it.")
    .optional(),
  product_type_id: z.number("Choose a product").int().positive().optional(),
  wood_species_id: z.number().int().positive().nullable().optional(),
  wood_species_type_id: z.number().int().positive().nullable().optional(),
  wood: z
    .string("Choose a species")
    .max(11)
    .describe("A species (s746) or a group of species (g4), sent with product_type_id, as forms do.")
    .optional(),
};

type Given = {
  product?: string;
  product_type_id?: number;
  wood_species_id?: number | null;
  wood_species_type_id?: number | null;
  wood?: string;
};

/** Return the key of the product in the input; null if there is none. */
export function parseProduct(input: Given): string | null {
  if (input.product !== undefined) return input.product;
  const wood = parseSpeciesKey(input.wood ?? "");
  if (!wood) throw invalid({ wood: ["Choose a species"] });
  if (input.product_type_id === undefined) {
    if (input.wood) throw invalid({ product_type_id: ["Choose a product type"] });
    return null;
  }
  return formatProductKey({
    product_type_id: input.product_type_id,
    wood_species_id: input.wood_species_id ?? wood.wood_species_id,
    wood_species_type_id: input.wood_species_type_id ?? wood.wood_species_type_id,
  });
}
