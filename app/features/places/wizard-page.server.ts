import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { company, companyLocation, product, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { searchCompanies } from "~/core/access/company-search.server";
import { findable } from "~/core/access/public-face.server";
import { ownNamesByKey } from "~/core/products/own-names.server";
import { productParts } from "~/core/products/products.server";
import { clickIn, viewOf } from "~/domain/geo/view";
import { sortByMatch } from "~/domain/text/closest-match";
import { productKey } from "~/domain/tickets/product-key";
import { namedAs, productText } from "~/domain/tickets/trip-ticket";
import { SEARCH_ABOVE } from "~/ui/limits";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { seenCompany } from "./access.server";
import { searchLocations, visibleLocations } from "./locations.server";
import { drawPlaces, pinState } from "./map.server";
import { startOf } from "./pages.server";
import { type Flow, flowOf, hasPin, millOfPin, stageOf } from "./wizard";

/** So many companies at once; a longer list is searched. */
const MOST_SHOWN = 20;

/** The step of a new destination that an address asks for, with what it offers. */
export const getDestinationStep = procedure({
  name: "getDestinationStep",
  may: "company_destination.create",
  input: z.strictObject({ query: z.string().max(16_000) }),
  async run(ctx, input) {
    const query = new URLSearchParams(input.query);
    const asked = flowOf(query);
    const flow: Flow = { ...asked, stage: stageOf(asked) };
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
  const [all, found] = await Promise.all([search("", 1), search(q.trim(), MOST_SHOWN)]);
  return {
    q,
    searchable: all.meta.total > SEARCH_ABOVE,
    more: found.meta.total > MOST_SHOWN,
    companies: found.companies.map(({ id, name, logo_url, city, state }) => ({
      id,
      name,
      logo_url,
      city,
      state,
    })),
  };
}

async function millPlaces(ctx: Ctx<CompanyActor>, flow: Flow, query: URLSearchParams) {
  const company = await seenCompany(ctx, flow.company_id ?? 0);
  const all = await visibleLocations(ctx, eq(companyLocation.company_id, company.id));
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
  const view = viewOf(locations);
  return {
    company: company.name,
    q,
    searchable: all.length > SEARCH_ABOVE,
    locations,
    drawing: view && (await drawPlaces(ctx.read, view, locations)),
  };
}

/** The mill that a pin is set for, where it is a company here: it receives the wood though the place is not its own. */
async function millOf(ctx: Ctx<CompanyActor>, flow: Flow) {
  const id = millOfPin(flow);
  if (id === null) return null;
  const [row] = await ctx.read
    .select({ name: company.name })
    .from(company)
    .where(and(eq(company.id, id), eq(company.is_mill, true), findable(ctx.actor)));
  if (!row) throw missing("We couldn't find that mill, or you don't have access to it.");
  return row;
}

/** What only moves the map says nothing of a pin. */
const LOOKS = ["look", "find"];

async function onMap(ctx: Ctx<CompanyActor>, flow: Flow, query: URLSearchParams) {
  const own = await visibleLocations(ctx, eq(companyLocation.company_id, ctx.actor.company.id));
  const marks = own.map(({ company_location: { name, latitude, longitude } }) => ({
    name,
    latitude,
    longitude,
  }));
  const { pin, view, finding } = await pinState(ctx.read, query, await startOf(ctx, marks));
  return {
    flow: pin ? { ...flow, latitude: String(pin.latitude), longitude: String(pin.longitude) } : flow,
    wrong: !pin && query.has("latitude") && LOOKS.every((name) => !query.has(name)) && !clickIn(query),
    finding,
    mill: (await millOf(ctx, flow))?.name ?? null,
    drawing: await drawPlaces(ctx.read, view, marks, finding),
  };
}

/** Places that are there already near a dropped pin, unless they were looked at and passed over. */
async function suggested(ctx: Ctx<CompanyActor>, flow: Flow) {
  if (flow.mode !== "drop_pin" || flow.location_id !== null || flow.ignore_nearby || !hasPin(flow)) return [];
  const found = await searchLocations.run(ctx, {
    latitude: Number(flow.latitude),
    longitude: Number(flow.longitude),
    take: SEARCH_ABOVE,
    skip: 0,
  });
  return found.company_locations.map(({ company_location: l, company, miles }) => ({
    id: l.id,
    name: l.name,
    company: company.name,
    miles,
  }));
}

/** Every product that a destination can take, as the acting company calls it, with the key that its ids make. */
export async function allProducts(ctx: Pick<Ctx<CompanyActor>, "read" | "actor">) {
  const own = await ownNamesByKey(ctx);
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
    key: productKey(p),
    type: p.product_type,
    name: namedAs(own.get(productKey(p)) ?? null, productText(p)),
  }));
}

async function notes(ctx: Ctx<CompanyActor>, flow: Flow) {
  const [at] = flow.location_id ? await visibleLocations(ctx, eq(companyLocation.id, flow.location_id)) : [];
  if (flow.location_id && !at)
    throw missing("We couldn't find that location, or you don't have access to it.");
  const products = await allProducts(ctx);
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
    parts: await productParts(ctx),
    drawing: await drawPlaces(ctx.read, { ...place, zoom: 10 }, []),
    place: { latitude: place.latitude, longitude: place.longitude },
  };
}
