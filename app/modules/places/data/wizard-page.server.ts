import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { company, companyLocation, product, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { fitView, readClick } from "~/lib/geo/view";
import { sortByMatch } from "~/lib/text/closest-match";
import { searchCompanies } from "~/modules/companies/shared/company-search.server";
import { buildSearchableCondition } from "~/modules/companies/shared/public-face.server";
import { readCompanyProductNamesByKey } from "~/modules/products/shared/own-names.server";
import { readProductParts } from "~/modules/products/shared/products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { formatNameWithStandard, formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "~/ui/limits";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { type DestinationFlow, getPinMillId, getStage, hasPin, parseFlow } from "../rules/wizard";
import { requireVisibleCompany } from "../shared/access.server";
import { readVisibleLocations, searchLocations } from "../shared/locations.server";
import { drawPlacesMap, readPinState } from "./map.server";
import { getStartView } from "./pages.server";

/** Maximum number of companies shown; longer lists have a search box. */
const MAX_SHOWN = 20;

/** Read the step of a new destination that the URL names, with the step's choices. */
export const getDestinationStep = procedure({
  name: "getDestinationStep",
  may: "company_destination.create",
  input: z.strictObject({ query: z.string().max(16_000) }),
  async run(ctx, input) {
    const query = new URLSearchParams(input.query);
    const request = parseFlow(query);
    const flow: DestinationFlow = { ...request, stage: getStage(request) };
    switch (flow.stage) {
      case "search_mills":
        return { kind: "search_mills" as const, flow, ...(await mills(ctx, query)) };
      case "choose_mill_location":
        return { kind: "choose_mill_location" as const, flow, ...(await millPlaces(ctx, flow, query)) };
      case "choose_location_on_map":
        return { kind: "choose_location_on_map" as const, ...(await onMap(ctx, flow, query)) };
      case "add_notes_and_products": {
        const near = await suggested(ctx, flow);
        if (near.length) return { kind: "nearby" as const, flow, near };
        return { kind: "add_notes_and_products" as const, ...(await notes(ctx, flow)) };
      }
      default:
        return { kind: "mode" as const, flow };
    }
  },
});
export type DestinationStep = Awaited<ReturnType<typeof getDestinationStep.run>>;

async function mills(ctx: Ctx<CompanyActor>, query: URLSearchParams) {
  const q = (query.get("q") ?? "").slice(0, 100);
  const search = (searchTerm: string, take: number) =>
    searchCompanies.run(ctx, { searchTerm, type: ["is_mill"], take, skip: 0 });
  const [all, found] = await Promise.all([search("", 1), search(q.trim(), MAX_SHOWN)]);
  return {
    q,
    searchable: all.meta.total > MAX_OPTIONS_WITHOUT_SEARCH,
    more: found.meta.total > MAX_SHOWN,
    companies: found.companies.map(({ id, name, logo_url, city, state }) => ({
      id,
      name,
      logo_url,
      city,
      state,
    })),
  };
}

async function millPlaces(ctx: Ctx<CompanyActor>, flow: DestinationFlow, query: URLSearchParams) {
  const company = await requireVisibleCompany(ctx, flow.company_id ?? 0);
  const all = await readVisibleLocations(ctx, eq(companyLocation.company_id, company.id));
  const q = (query.get("q") ?? "").slice(0, 100);
  const term = q.trim().toLowerCase();
  const named = all.filter(({ company_location: l }) =>
    `${l.name} ${l.city ?? ""}`.toLowerCase().includes(term),
  );
  const locations = sortByMatch(named, term, ({ company_location: l }) => l.name).map(
    ({ company_location: l, state }, i) => ({
      id: l.id,
      number: i + 1,
      here: true,
      name: l.name,
      place: [l.city, state].filter(Boolean).join(", "),
      latitude: l.latitude,
      longitude: l.longitude,
    }),
  );
  const view = fitView(locations);
  return {
    company: company.name,
    q,
    searchable: all.length > MAX_OPTIONS_WITHOUT_SEARCH,
    locations,
    drawing: view && (await drawPlacesMap(ctx.read, view, locations)),
  };
}

/**
 * Return the mill that a pin is set for, if the mill is on Timbertally. The mill receives the wood although the place
 * isn't one of its locations.
 */
async function millOf(ctx: Ctx<CompanyActor>, flow: DestinationFlow) {
  const id = getPinMillId(flow);
  if (id === null) return null;
  const [row] = await ctx.read
    .select({ name: company.name })
    .from(company)
    .where(and(eq(company.id, id), eq(company.is_mill, true), buildSearchableCondition(ctx.actor)));
  if (!row) throw notFound("We couldn't find that mill, or you don't have access to it.");
  return row;
}

/** URL parameters that only move the map and don't set a pin. */
const LOOKS = ["look", "find"];

async function onMap(ctx: Ctx<CompanyActor>, flow: DestinationFlow, query: URLSearchParams) {
  const own = await readVisibleLocations(ctx, eq(companyLocation.company_id, ctx.actor.company.id));
  const marks = own.map(({ company_location: { name, latitude, longitude } }) => ({
    name,
    latitude,
    longitude,
  }));
  const { pin, view, finding } = await readPinState(ctx.read, query, await getStartView(ctx, marks));
  return {
    flow: pin ? { ...flow, latitude: String(pin.latitude), longitude: String(pin.longitude) } : flow,
    wrong: !pin && query.has("latitude") && LOOKS.every((name) => !query.has(name)) && !readClick(query),
    finding,
    mill: (await millOf(ctx, flow))?.name ?? null,
    drawing: await drawPlacesMap(ctx.read, view, marks, finding),
  };
}

/** Return existing places near a dropped pin, unless the user has already rejected them. */
async function suggested(ctx: Ctx<CompanyActor>, flow: DestinationFlow) {
  if (flow.mode !== "drop_pin" || flow.location_id !== null || flow.ignore_nearby || !hasPin(flow)) return [];
  const result = await searchLocations.run(ctx, {
    latitude: Number(flow.latitude),
    longitude: Number(flow.longitude),
    take: MAX_OPTIONS_WITHOUT_SEARCH,
    skip: 0,
  });
  return result.company_locations.map(({ company_location: l, company, miles }) => ({
    id: l.id,
    name: l.name,
    company: company.name,
    miles,
  }));
}

/**
 * Return every product that a destination can accept, under the acting company's name for it, with the key built from
 * its ids.
 */
export async function readAllProducts(ctx: Pick<Ctx<CompanyActor>, "read" | "actor">) {
  const own = await readCompanyProductNamesByKey(ctx);
  const rows = await ctx.read
    .select({
      id: product.id,
      product_type_id: product.product_type_id,
      wood_species_id: product.wood_species_id,
      wood_species_type_id: product.wood_species_type_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
    })
    .from(product)
    .innerJoin(productType, eq(productType.id, product.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, product.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, product.wood_species_type_id))
    .orderBy(product.id);
  return rows.map((p) => ({
    id: p.id,
    key: formatProductKey(p),
    type: p.product_type,
    name: formatNameWithStandard(own.get(formatProductKey(p)) ?? null, formatProduct(p)),
  }));
}

async function notes(ctx: Ctx<CompanyActor>, flow: DestinationFlow) {
  const [at] = flow.location_id
    ? await readVisibleLocations(ctx, eq(companyLocation.id, flow.location_id))
    : [];
  if (flow.location_id && !at)
    throw notFound("We couldn't find that location, or you don't have access to it.");
  const products = await readAllProducts(ctx);
  const mill = at ? null : await millOf(ctx, flow);
  const place = at?.company_location ?? {
    latitude: Number(flow.latitude),
    longitude: Number(flow.longitude),
  };
  return {
    flow: { ...flow, name: flow.name || at?.company_location.name || flow.new_company || mill?.name || "" },
    mill: mill?.name ?? null,
    at: at ? `${at.company_location.name}, ${at.company.name}` : null,
    products: products.map(({ key: _key, ...p }) => p),
    parts: await readProductParts(ctx),
    drawing: await drawPlacesMap(ctx.read, { ...place, zoom: 10 }, []),
    place: { latitude: place.latitude, longitude: place.longitude },
  };
}
