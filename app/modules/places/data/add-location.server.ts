import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companyLocation } from "#db/schema";
import { trimmedField } from "~/lib/text/input";
import { saveAnywayField } from "~/modules/maps/shared/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { latitudeField, longitudeField, NO_NAME, ZIP, ZIP_FORMAT } from "../rules/fields";
import { CLICK_LOCATION } from "../rules/messages";
import { requiredText } from "../rules/needed-text";
import { createLocation, readVisibleLocations, type_id } from "../shared/locations.server";

/** Within so many degrees, about a hundred yards, two places are one. */
const SAME_PLACE = 0.001;

/** Ask before a second location of the same name at the same place is made: most are made by mistake. */
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

/** As {@link createLocation} by a form, which asks first where there is one of that name at that place. */
export const addLocation = procedure({
  name: "addLocation",
  may: "company_location.create",
  input: createLocation.input.extend({ create_anyway }),
  async run(ctx, { create_anyway, ...input }) {
    const { name } = input;
    if (!name) throw invalid({ name: [NO_NAME] });
    if (!create_anyway) await askAboutTwin(ctx, { ...input, name });
    return createLocation.run(ctx, input);
  },
});

/** As {@link createLocation} by its postal address, which then is its name where none is given. */
export const createFullLocation = procedure({
  name: "createFullLocation",
  may: "company_location.create",
  input: z.strictObject({
    company_id: z.number().int(),
    company_location_type_id: type_id,
    name: z.string().trim().max(120, "A name can be at most 120 characters").optional(),
    address: requiredText("Address", 200),
    city: requiredText("City", 80),
    us_state_id: z.number("State is required").int(),
    zip: trimmedField(10, ZIP_FORMAT, "Zip is required").regex(ZIP, ZIP_FORMAT),
    latitude: latitudeField(CLICK_LOCATION),
    longitude: longitudeField(CLICK_LOCATION),
    create_anyway,
    save_anyway: saveAnywayField,
  }),
  run: (ctx, input) => addLocation.run(ctx, { ...input, name: input.name || input.address.slice(0, 120) }),
});
