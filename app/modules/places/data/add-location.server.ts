import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companyLocation } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { saveAnywayField } from "~/modules/maps/shared/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import {
  latitudeField,
  longitudeField,
  NAME_REQUIRED,
  ZIP_FORMAT_MESSAGE,
  ZIP_PATTERN,
} from "../rules/fields";
import { CLICK_LOCATION } from "../rules/messages";
import { requiredText } from "../rules/needed-text";
import { createLocation, locationTypeIdField, readVisibleLocations } from "../shared/locations.server";

/** Maximum distance in degrees, about a hundred yards, between two pins at the same place. */
const SAME_PLACE = 0.001;

/** Refuse a second location with the same name at the same place until it is confirmed: most are mistakes. */
async function askAboutTwin(
  ctx: Ctx<CompanyActor>,
  { name, latitude, longitude }: { name: string; latitude: number; longitude: number },
) {
  const [twin] = await readVisibleLocations(
    ctx,
    eq(companyLocation.company_id, ctx.actor.company.id),
    sql`lower(${companyLocation.name}) = lower(${name})`,
    sql`abs(${companyLocation.latitude} - ${latitude}) < ${SAME_PLACE}`,
    sql`abs(${companyLocation.longitude} - ${longitude}) < ${SAME_PLACE}`,
  );
  if (twin)
    throw invalid({
      create_anyway: [`You already have a location ${twin.company_location.name} at this place.`],
    });
}
const create_anyway = z.boolean().optional();

/** Like {@link createLocation}, by a form: requires confirmation if a location of the same name exists at the place. */
export const addLocation = procedure({
  name: "addLocation",
  may: "company_location.create",
  input: createLocation.input.extend({ create_anyway }),
  async run(ctx, { create_anyway, ...input }) {
    const { name } = input;
    if (!name) throw invalid({ name: [NAME_REQUIRED] });
    if (!create_anyway) await askAboutTwin(ctx, { ...input, name });
    return createLocation.run(ctx, input);
  },
});

/** Like {@link createLocation}, with a postal address, which is also the location's name if none is entered. */
export const createLocationByAddress = procedure({
  name: "createLocationByAddress",
  may: "company_location.create",
  input: z.strictObject({
    company_id: z.number().int(),
    company_location_type_id: locationTypeIdField,
    name: z.string().trim().max(120, "A name can be at most 120 characters").optional(),
    address: requiredText("Address", 200),
    city: requiredText("City", 80),
    us_state_id: z.number("State is required").int(),
    zip: createTrimmedTextSchema(10, ZIP_FORMAT_MESSAGE, "Zip is required").regex(
      ZIP_PATTERN,
      ZIP_FORMAT_MESSAGE,
    ),
    latitude: latitudeField(CLICK_LOCATION),
    longitude: longitudeField(CLICK_LOCATION),
    create_anyway,
    save_anyway: saveAnywayField,
  }),
  run: (ctx, input) => addLocation.run(ctx, { ...input, name: input.name || input.address.slice(0, 120) }),
});
