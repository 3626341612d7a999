import { z } from "zod";
import { meta } from "./answers";

/** What the calls about places answer (spec 2, section 7). */
const id = z.number().int();
const text = z.string().nullable();
const named = z.strictObject({ id, name: z.string() });
const version = id.describe("Send this plus one with an edit.");

export const companyLocationRecord = z.strictObject({
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
const location = companyLocationRecord.extend({
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
    }),
  ),
});

export const made = z.strictObject({ id });
export const changed = z.strictObject({ id });
export const destinationChanged = z.strictObject({ id, version });
export const locations = z.strictObject({ company_locations: z.array(location), meta });
export const destinations = z.strictObject({ company_destinations: z.array(destination), meta });
export const globalLocationTypes = z.strictObject({
  location_types: z.array(z.strictObject({ location_type: named })),
  meta,
});
export const locationTypes = z.strictObject({
  company_location_types: z.array(
    z.strictObject({
      id,
      name: z.string(),
      location_type_id: id,
      version,
      location_type: z.strictObject({ name: z.string() }),
    }),
  ),
  meta,
});
