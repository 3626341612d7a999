import { z } from "zod";
import { outputId as id, listOutput, outputName as named, outputVersion as version } from "~/web/output";

/** Output schemas for places. */
const text = z.string().nullable();

export const companyLocationShape = z.strictObject({
  company_location: z.strictObject({
    id,
    company_id: id,
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    address: text,
    city: text,
    us_state_id: id.nullable(),
    zip: text,
    company_location_type_id: id,
    version,
  }),
  company: named,
  company_location_type: named,
  state: text,
});
const location = companyLocationShape.extend({
  miles: z.number().optional().describe("From the place you asked about."),
});

const destination = z.strictObject({
  company_destination: z.strictObject({
    id,
    company_id: id,
    name: z.string(),
    notes: text,
    latitude: z.number(),
    longitude: z.number(),
    destination_company_location_id: id.nullable(),
    destination_company_id: id.nullable().describe("The mill that a pin names."),
    version: id,
  }),
  destination_company_location: z
    .strictObject({ id, name: z.string(), company_id: id, company_name: z.string() })
    .nullable()
    .describe("Whose place it is, where it isn't a pin."),
  destination_company: named.nullable().describe("The mill that receives the wood at a pin."),
  products: z.array(
    z.strictObject({
      product_type_id: id,
      wood_species_id: id.nullable(),
      wood_species_type_id: id.nullable(),
      name: z.string(),
      own_name: z.string().nullable().describe("What your company calls it, if it has a name of its own."),
    }),
  ),
});

export const destinationChangedOutput = z.strictObject({ id, version });
export const locationsOutput = listOutput("company_locations", location);
export const destinationsOutput = listOutput("company_destinations", destination);
export const globalLocationTypesOutput = listOutput(
  "location_types",
  z.strictObject({ location_type: named }),
);
export const locationTypesOutput = listOutput(
  "company_location_types",
  z.strictObject({
    id,
    name: z.string(),
    location_type_id: id,
    version,
    location_type: z.strictObject({ name: z.string() }),
  }),
);
