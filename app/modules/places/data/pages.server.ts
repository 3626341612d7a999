import { and, count, eq } from "drizzle-orm";
import { z } from "zod";
import { companyDestination, companyLocation, locationType, usCounty, usState } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { isPointInBox, type Point } from "~/lib/geo/geo";
import { fitView, readMapState } from "~/lib/geo/view";
import { buildRecord } from "~/lib/object/records";
import type { PlaceMark } from "~/modules/maps/rules/scene";
import { readCompanyStartView } from "~/modules/maps/shared/company-start.server";
import { readPlaceNote } from "~/modules/maps/shared/find-places.server";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "~/ui/limits";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { readVersion } from "../rules/fields";
import { destinationNameCondition, readDestinations } from "../shared/destinations.server";
import { getLocation, readVisibleLocations } from "../shared/locations.server";
import { readLocationTypes } from "./location-types.server";
import { drawPlacesMap, readPinState } from "./map.server";

/** The URL's query string, which the page parses itself. */
const query = z.string().max(16_000);

const ownLocations = (ctx: Ctx<CompanyActor>) =>
  readVisibleLocations(ctx, eq(companyLocation.company_id, ctx.actor.company.id));

/** Return the initial view of a map: around the company's places, else as `readCompanyStartView` returns. */
export const getStartView = async (ctx: Ctx<CompanyActor>, marks: readonly PlaceMark[]) =>
  fitView(marks) ?? readCompanyStartView(ctx);

/** Read the locations tab: location types, locations filtered by a part of their name, and permitted actions. */
export const getLocationsPage = procedure({
  name: "getLocationsPage",
  may: "company_location.read",
  input: z.strictObject({ q: z.string().max(100) }),
  async run(ctx, { q }) {
    const [types, all] = await Promise.all([readLocationTypes(ctx, ctx.actor.company.id), ownLocations(ctx)]);
    const term = q.trim().toLowerCase();
    return {
      types,
      total: all.length,
      locations: all.filter(({ company_location: l, company_location_type: t }) =>
        [l.name, l.city ?? "", t.name].some((text) => text.toLowerCase().includes(term)),
      ),
      searchable: all.length > MAX_OPTIONS_WITHOUT_SEARCH,
      may_create: hasPermission(ctx.actor.permissions, "company_location.create"),
      may_update: hasPermission(ctx.actor.permissions, "company_location.update"),
      may_delete: hasPermission(ctx.actor.permissions, "company_location.delete"),
    };
  },
});

/** The destinations tab. */
export const getDestinationsPage = procedure({
  name: "getDestinationsPage",
  may: "company_destination.read",
  input: z.strictObject({ q: z.string().max(100) }),
  async run(ctx, { q }) {
    const all = await readDestinations(ctx);
    return {
      total: all.length,
      destinations: q.trim() ? await readDestinations(ctx, destinationNameCondition(q.trim())) : all,
      searchable: all.length > MAX_OPTIONS_WITHOUT_SEARCH,
      may_create: hasPermission(ctx.actor.permissions, "company_destination.create"),
      may_update: hasPermission(ctx.actor.permissions, "company_destination.update"),
      may_delete: hasPermission(ctx.actor.permissions, "company_destination.delete"),
    };
  },
});

/** Read the company's map: its locations and destinations, numbered, and the view around them. */
export const getCompanyMap = procedure({
  name: "getCompanyMap",
  may: "company_location.read",
  input: z.strictObject({ query }),
  async run(ctx, input) {
    const mayRead = hasPermission(ctx.actor.permissions, "company_destination.read");
    const [locations, destinations] = await Promise.all([
      ownLocations(ctx),
      mayRead ? readDestinations(ctx) : [],
    ]);
    const places = [
      ...locations.map(({ company_location: l, company_location_type: t }) => ({
        kind: "location" as const,
        id: l.id,
        name: l.name,
        about: [t.name, l.city].filter(Boolean).join(", "),
        latitude: l.latitude,
        longitude: l.longitude,
      })),
      ...destinations.map(
        ({ company_destination: d, destination_company_location: at, destination_company: mill }) => ({
          kind: "destination" as const,
          id: d.id,
          name: d.name,
          about: ["Destination", at?.company_name ?? mill?.name].filter(Boolean).join(", "),
          latitude: d.latitude,
          longitude: d.longitude,
        }),
      ),
    ].map((place, i) => ({ ...place, number: i + 1 }));
    const marks = places.map((p) => ({ ...p, here: p.kind === "location" }));
    const { view } = readMapState(new URLSearchParams(input.query), await getStartView(ctx, marks));
    return {
      places,
      drawing: await drawPlacesMap(ctx.read, view, marks),
      county_ids: await countiesAround(ctx, places),
      may_add: hasPermission(ctx.actor.permissions, "company_destination.create"),
      may_delete: hasPermission(ctx.actor.permissions, "company_destination.delete"),
      may_update: hasPermission(ctx.actor.permissions, "company_location.update"),
    };
  },
});

const MAX_COUNTIES = 8;

/** Return the counties that contain or border these places, for the background map. */
async function countiesAround(ctx: Ctx<CompanyActor>, places: readonly Point[]): Promise<number[]> {
  const rows = await ctx.read.select().from(usCounty);
  const around = rows.filter((county) => places.some((place) => isPointInBox(place, county)));
  return around.slice(0, MAX_COUNTIES).map(({ id }) => id);
}

/** Read the form of a new or saved location, with typed values and the map around it. */
export const getLocationForm = procedure({
  name: "getLocationForm",
  may: "company_location.read",
  input: z.strictObject({ location_id: z.number().int().nullable(), query }),
  async run(ctx, input) {
    if (!hasPermission(ctx.actor.permissions, `company_location.${input.location_id ? "update" : "create"}`))
      throw forbidden(
        "Your crew can see locations but not change them. An admin of your company can change that.",
      );
    const saved = input.location_id ? await getLocation.run(ctx, { location_id: input.location_id }) : null;
    const typed = new URLSearchParams(input.query);
    const own = await ownLocations(ctx);
    const marks = own
      .map(({ company_location: l }) => l)
      .filter((l) => l.id !== input.location_id)
      .map(({ name, latitude, longitude }) => ({ name, latitude, longitude }));
    // A click on the map sends all fields of the form; a URL without them shows the saved values.
    const values = saved && !typed.has("name") ? savedWords(saved) : typedWords(typed);
    const start = saved
      ? { latitude: saved.latitude, longitude: saved.longitude, zoom: 13 }
      : await getStartView(ctx, marks);
    const { pin, view, finding } = await readPinState(ctx.read, typed, start);
    const [types, states] = await Promise.all([
      readLocationTypes(ctx, ctx.actor.company.id),
      ctx.read.select({ value: usState.id, label: usState.name }).from(usState).orderBy(usState.name),
    ]);
    const mayDelete = saved && hasPermission(ctx.actor.permissions, "company_location.delete");
    return {
      id: input.location_id,
      deletion: mayDelete ? { name: saved.name, destinations: await destinationsAt(ctx, saved.id) } : null,
      version: saved ? readVersion(typed, saved.version) : 0,
      saved_name: saved?.name,
      types: types.map((t) => ({ value: t.id, label: t.name })),
      states,
      values: pin ? { ...values, latitude: String(pin.latitude), longitude: String(pin.longitude) } : values,
      finding: saved && !pin ? { ...finding, about: await readPlaceNote(ctx.read, saved) } : finding,
      drawing: await drawPlacesMap(ctx.read, view, marks, finding),
    };
  },
});

const FIELDS = [
  "company_location_type_id",
  "name",
  "address",
  "city",
  "us_state_id",
  "zip",
  "latitude",
  "longitude",
] as const;
export type LocationTexts = Record<(typeof FIELDS)[number], string>;

const typedWords = (typed: URLSearchParams) =>
  buildRecord(FIELDS, (name) => (typed.get(name) ?? "").slice(0, 300));
const savedWords = (row: Partial<Record<keyof LocationTexts, string | number | null>>) =>
  buildRecord(FIELDS, (name) => String(row[name] ?? ""));

/** Read a location for the page that confirms its deletion, with the number of destinations that use it. */
export const getLocationDeletion = procedure({
  name: "getLocationDeletion",
  may: "company_location.delete",
  input: z.strictObject({ location_id: z.number().int() }),
  async run(ctx, input) {
    const row = await getLocation.run(ctx, input);
    return { ...row, destinations: await destinationsAt(ctx, row.id) };
  },
});

/** Count the acting company's destinations at a location; after its deletion they keep its name. */
async function destinationsAt(ctx: Ctx<CompanyActor>, location: number): Promise<number> {
  const [used] = await ctx.read
    .select({ n: count() })
    .from(companyDestination)
    .where(
      and(
        eq(companyDestination.destination_company_location_id, location),
        eq(companyDestination.company_id, ctx.actor.company.id),
        eq(companyDestination.is_deleted, false),
      ),
    );
  return used?.n ?? 0;
}

/** Read the choices for a location type's form: the kinds of location. */
export const getLocationTypeForm = procedure({
  name: "getLocationTypeForm",
  may: "company_location.read",
  input: z.strictObject({}),
  run: (ctx) =>
    ctx.read
      .select({ value: locationType.id, label: locationType.name })
      .from(locationType)
      .orderBy(locationType.id),
});
