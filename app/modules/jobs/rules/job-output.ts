import { z } from "zod";
import { outputId as id, listOutput, outputVersion as version } from "~/web/output";

/** Parts of a job that several responses share. */
const text = z.string().nullable();
const words = z.string();
const flag = z.boolean();

/** Flags for a company's roles on a job. */
export const jobRolesShape = {
  is_land_owner: flag,
  is_land_owner_authorizee: flag,
  is_land_manager: flag,
  is_cutter: flag,
  is_skidder: flag,
  is_hauler: flag,
};
export const contractNamesShape = {
  cut_contract_name: text.describe("For the requester and that contractor; null to others."),
  skid_contract_name: text,
  haul_contract_name: text,
};
/** Ids that identify a product in the lists of types and species. */
export const productKeysShape = {
  product_type_id: id,
  wood_species_id: id.nullable(),
  wood_species_type_id: id.nullable(),
};

/** Destination of a job, with the products that it accepts. */
export const jobDestinationShape = z.strictObject({
  id,
  company_destination_id: id.nullable(),
  company_location_id: id.nullable(),
  name: words,
  mileage: z.number().nullable(),
  mileage_is_estimate: flag,
  version,
  company_certification_ids: z.array(id),
  product_mixes: z.array(
    z.strictObject({ id, ...productKeysShape, wood_unit_type_id: id, is_accepted: flag }),
  ),
});

export const jobDestinationsOutput = listOutput("job_destinations", jobDestinationShape);
