import { and, eq, gte, lte } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, companyLocation, companyLocationType, usState } from "#db/schema";
import { computeMilesBetween } from "~/lib/geo/geo";
import {
  requirePlausiblePlace,
  saveAnywayField,
  toPinLocation,
} from "~/modules/maps/shared/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, staleVersion, unprocessable } from "~/web/refusal";
import { isUnchanged } from "~/web/revise.server";
import { readLocationTypes } from "../data/location-types.server";
import { blankToNull } from "../rules/blank-is-none";
import {
  addressFields,
  latitudeField,
  longitudeField,
  NAME_REQUIRED,
  nameField,
  requireSameId,
  versionField,
} from "../rules/fields";
import { CLICK_LOCATION, LOCATION_TYPE_NEEDED } from "../rules/messages";
import { locationsOutput } from "../rules/output";
import { requireOwnCompanyId, requireVisibleCompany, visibleLocationsCondition } from "./access.server";

export const locationTypeIdField = z
  .number("Location type is required")
  .int("Location type is required")
  .min(1, "Location type is required");

/** Distance from a pin within which locations are suggested, in miles (docs/domain.md#places). */
export const NEARBY_MILES = 0.5;

const LOCATION = {
  id: companyLocation.id,
  company_id: companyLocation.company_id,
  name: companyLocation.name,
  latitude: companyLocation.latitude,
  longitude: companyLocation.longitude,
  address: companyLocation.address,
  city: companyLocation.city,
  us_state_id: companyLocation.us_state_id,
  zip: companyLocation.zip,
  company_location_type_id: companyLocation.company_location_type_id,
  version: companyLocation.version,
};

/** Select locations that the actor may see, with the names of company and type. */
export const readVisibleLocations = (ctx: Ctx<CompanyActor>, ...more: Parameters<typeof and>) =>
  ctx.read
    .select({
      company_location: LOCATION,
      company: { id: company.id, name: company.name },
      company_location_type: { id: companyLocationType.id, name: companyLocationType.name },
      state: usState.stusps,
    })
    .from(companyLocation)
    .innerJoin(company, eq(company.id, companyLocation.company_id))
    .innerJoin(companyLocationType, eq(companyLocationType.id, companyLocation.company_location_type_id))
    .leftJoin(usState, eq(usState.id, companyLocation.us_state_id))
    .where(and(visibleLocationsCondition(ctx.actor), ...more))
    .orderBy(companyLocation.name, companyLocation.id);

/**
 * List a company's locations: all locations of one's own company; of another company, only the locations that one may
 * send wood to.
 */
export const listLocations = procedure({
  name: "listLocations",
  may: "company_location.read",
  input: z.strictObject({ company_id: z.number().int(), ...pagingParams }),
  output: locationsOutput,
  async run(ctx, { company_id, ...part }) {
    await requireVisibleCompany(ctx, company_id);
    const all = await readVisibleLocations(ctx, eq(companyLocation.company_id, company_id));
    const { rows, meta } = slicePage(all, part);
    return { company_locations: rows, meta };
  },
});

/** Search locations within half a mile of a place, nearest first. */
export const searchLocations = procedure({
  name: "searchLocations",
  may: "company_location.read",
  input: z.strictObject({
    latitude: latitudeField(CLICK_LOCATION),
    longitude: longitudeField(CLICK_LOCATION),
    ...pagingParams,
  }),
  output: locationsOutput,
  async run(ctx, { latitude: lat, longitude: lng, ...part }) {
    // A box slightly larger than the circle lets the database skip the rest of the country.
    const tall = NEARBY_MILES / 60;
    const wide = tall / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
    const near = await readVisibleLocations(
      ctx,
      gte(companyLocation.latitude, lat - tall),
      lte(companyLocation.latitude, lat + tall),
      gte(companyLocation.longitude, lng - wide),
      lte(companyLocation.longitude, lng + wide),
    );
    const all = near
      .map((row) => ({
        ...row,
        miles: computeMilesBetween({ latitude: lat, longitude: lng }, row.company_location),
      }))
      .filter((row) => row.miles <= NEARBY_MILES)
      .sort((a, b) => a.miles - b.miles)
      .map((row) => ({ ...row, miles: Math.round(row.miles * 100) / 100 }));
    const { rows, meta } = slicePage(all, part);
    return { company_locations: rows, meta };
  },
});

async function knownPlaces(
  ctx: Ctx<CompanyActor>,
  input: { company_location_type_id?: number; us_state_id?: number | null },
) {
  if (input.company_location_type_id !== undefined) {
    const types = await readLocationTypes(ctx, ctx.actor.company.id);
    if (types.length === 0) throw unprocessable(LOCATION_TYPE_NEEDED);
    if (!types.some((t) => t.id === input.company_location_type_id))
      throw invalid({ company_location_type_id: ["Location type is required"] });
  }
  if (!input.us_state_id) return;
  const [state] = await ctx.read
    .select({ id: usState.id })
    .from(usState)
    .where(eq(usState.id, input.us_state_id));
  if (!state) throw invalid({ us_state_id: ["Choose a state from the list"] });
}

export const createLocation = procedure({
  name: "createLocation",
  may: "company_location.create",
  input: z.strictObject({
    company_id: z.number().int(),
    company_location_type_id: locationTypeIdField,
    name: nameField.optional().describe("Required without an address, which then is the name."),
    latitude: latitudeField(CLICK_LOCATION),
    longitude: longitudeField(CLICK_LOCATION),
    ...addressFields,
    save_anyway: saveAnywayField,
  }),
  output: idOutput,
  async run(ctx, { save_anyway, ...sent }) {
    const input = { ...sent, name: sent.name ?? sent.address?.slice(0, 120) ?? "" };
    if (!input.name) throw invalid({ name: [NAME_REQUIRED] });
    requireOwnCompanyId(ctx, input.company_id);
    await knownPlaces(ctx, input);
    await requirePlausiblePlace(ctx.read, { place: toPinLocation(input), save_anyway });
    return ctx.commit([expectOneRow(ctx.write.insert(companyLocation).values(blankToNull(input)))], {
      id: selectInsertedId(companyLocation),
    });
  },
});

/** Read one of the acting company's own locations. */
export const getLocation = procedure({
  name: "getLocation",
  may: "company_location.read",
  input: z.strictObject({ location_id: z.number().int() }),
  run: (ctx, input) => ownLocation(ctx, ctx.actor.company.id, input.location_id),
});

async function ownLocation(ctx: Ctx<CompanyActor>, companyId: number, id: number) {
  const [row] = await readVisibleLocations(
    ctx,
    eq(companyLocation.id, id),
    eq(companyLocation.company_id, companyId),
  );
  if (!row) throw notFound("We couldn't find that location.");
  return row.company_location;
}

/** Change the location's fields that were sent; its position changes only if it was sent. */
export const updateLocation = procedure({
  name: "updateLocation",
  may: "company_location.update",
  input: z.strictObject({
    company_id: z.number().int(),
    location_id: z.number().int(),
    id: z.number().int().optional().describe("As in the address."),
    company_location_type_id: locationTypeIdField.optional(),
    name: nameField.optional(),
    latitude: latitudeField(CLICK_LOCATION).optional(),
    longitude: longitudeField(CLICK_LOCATION).optional(),
    ...addressFields,
    version: versionField,
    save_anyway: saveAnywayField,
  }),
  output: idOutput,
  async run(ctx, { company_id, location_id, id: said, version: next, save_anyway, ...changes }) {
    requireOwnCompanyId(ctx, company_id);
    requireSameId(said, location_id);
    const row = await ownLocation(ctx, company_id, location_id);
    if (row.version !== next - 1) throw staleVersion({ ...row });
    await knownPlaces(ctx, changes);
    if (isUnchanged(row, blankToNull(changes))) return ctx.commit([], { id: row.id });
    const changedTo = (key: "latitude" | "longitude") => changes[key] ?? row[key];
    const place = { latitude: changedTo("latitude"), longitude: changedTo("longitude") };
    if (place.latitude !== row.latitude || place.longitude !== row.longitude)
      await requirePlausiblePlace(ctx.read, { place: toPinLocation(place), save_anyway });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(companyLocation)
            .set({ ...blankToNull(changes), version: next })
            .where(
              and(
                eq(companyLocation.id, row.id),
                eq(companyLocation.version, row.version),
                eq(companyLocation.is_deleted, false),
              ),
            ),
        ),
      ],
      { id: row.id },
    );
  },
});

/** Like {@link updateLocation}, by a form, which always has a type and a name. */
export const saveLocation = procedure({
  name: "saveLocation",
  may: "company_location.update",
  input: updateLocation.input.extend({ company_location_type_id: locationTypeIdField, name: nameField }),
  async run(ctx, input) {
    const { company_id, location_id, id: _, version: __, save_anyway: ___, ...changes } = input;
    const is_changed = !isUnchanged(await ownLocation(ctx, company_id, location_id), blankToNull(changes));
    return { ...(await updateLocation.run(ctx, input)), is_changed };
  },
});

/** Remove a location from every list; destinations and jobs that name the location keep it. */
export const deleteLocation = procedure({
  name: "deleteLocation",
  may: "company_location.delete",
  input: z.strictObject({
    company_id: z.number().int(),
    location_id: z.number().int(),
    version: versionField.optional(),
  }),
  output: idOutput,
  async run(ctx, { company_id, location_id, version: next }) {
    requireOwnCompanyId(ctx, company_id);
    const row = await ownLocation(ctx, company_id, location_id);
    if (next !== undefined && row.version !== next - 1) throw staleVersion({ ...row });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(companyLocation)
            .set({ is_deleted: true, version: row.version + 1 })
            .where(and(eq(companyLocation.id, row.id), eq(companyLocation.version, row.version))),
        ),
      ],
      { id: row.id },
    );
  },
});
