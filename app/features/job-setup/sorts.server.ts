import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import {
  certification,
  certificationType,
  company,
  companyCertification,
  companyDestination,
  companyLocation,
  jobDestination,
  product,
  productType,
  tripTicket,
} from "#db/schema";
import { convertVolume, formatInventory, isUnit, UNIT } from "~/domain/measures/measures";
import { destinationNamed, readDestinations } from "~/features/places/destinations.server";
import { visibleLocations } from "~/features/places/locations.server";
import { productKey } from "~/features/trip-tickets/defaults";
import { STATUS } from "~/features/trip-tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { placeKey } from "./draft";
import { openSetup } from "./draft.server";
import { SORT_SECTIONS, sortNext, sortSection } from "./draft-steps";
import { asRequester } from "./requester.server";

/** So many of other companies' places at once; more are searched. */
const MOST_PLACES = 10;

/** The products that may be sold, each with its unit. */
export const readProducts = (ctx: Pick<Ctx, "read">) =>
  ctx.read
    .select({
      name: product.name,
      product_type_id: product.product_type_id,
      wood_species_id: product.wood_species_id,
      wood_species_type_id: product.wood_species_type_id,
      unit: productType.default_wood_unit_type_id,
    })
    .from(product)
    .innerJoin(productType, eq(productType.id, product.product_type_id))
    .orderBy(product.name, product.id);

/** Names of products by their key. */
export async function productNames(ctx: Pick<Ctx, "read">): Promise<Map<string, string>> {
  return new Map((await readProducts(ctx)).map((p) => [productKey(p), p.name]));
}

/** What lies ready for each place: open loads that the requester sent there, in thousandths of a ton. */
async function inventoryOf(ctx: Ctx<CompanyActor>, ids: number[], locations: number[]) {
  const rows = await ctx.read
    .select({
      destination: jobDestination.company_destination_id,
      location: jobDestination.company_location_id,
      unit: tripTicket.estimated_wood_unit_type_id,
      volume: sql<number>`sum(${tripTicket.estimated_volume})`,
    })
    .from(jobDestination)
    .innerJoin(tripTicket, eq(tripTicket.job_destination_id, jobDestination.id))
    .where(
      and(
        or(
          inArray(jobDestination.company_destination_id, ids),
          inArray(jobDestination.company_location_id, locations),
        ),
        isNull(jobDestination.removed_at),
        eq(tripTicket.numbering_company_id, ctx.actor.company.id),
        eq(tripTicket.is_deleted, false),
        inArray(tripTicket.trip_ticket_status_id, [STATUS.available, STATUS.inYard]),
      ),
    )
    .groupBy(
      jobDestination.company_destination_id,
      jobDestination.company_location_id,
      tripTicket.estimated_wood_unit_type_id,
    );
  const tons = new Map<string, number>();
  for (const { destination, location, unit, volume } of rows) {
    if (!unit || !isUnit(unit)) continue;
    const key = placeKey({ company_destination_id: destination, company_location_id: location });
    tons.set(key, (tons.get(key) ?? 0) + convertVolume(Number(volume), unit, UNIT.ton));
  }
  return tons;
}

/** Places that the job's wood can go to: the requester's destinations and the yards of mills, most inventory first. */
async function placesFor(rctx: Ctx<CompanyActor>, q: string) {
  const [own, yards] = await Promise.all([
    readDestinations(rctx, destinationNamed(q)),
    visibleLocations(
      rctx,
      eq(company.is_mill, true),
      q
        ? sql`(${companyLocation.name} LIKE ${`%${q.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\' OR ${company.name} LIKE ${`%${q.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\')`
        : undefined,
    ).limit(MOST_PLACES + 1),
  ]);
  const tons = await inventoryOf(
    rctx,
    own.map((d) => d.company_destination.id),
    yards.map((l) => l.company_location.id),
  );
  const places = [
    ...own.map((d) => ({
      key: `d${d.company_destination.id}`,
      name: d.company_destination.name,
      place: d.destination_company_location?.company_name ?? "Your own destination",
    })),
    ...yards.slice(0, MOST_PLACES).map((l) => ({
      key: `l${l.company_location.id}`,
      name: l.company_location.name,
      place: l.company.name,
    })),
  ].map((p) => ({ ...p, tons: tons.get(p.key) ?? 0 }));
  places.sort((a, b) => b.tons - a.tons || a.name.localeCompare(b.name));
  return { places, more: yards.length > MOST_PLACES };
}

/** One section of the sort sheet: products, then destinations, then the mix. */
export const getSorts = procedure({
  name: "getSorts",
  may: "job.create",
  input: z.strictObject({ section: z.string().max(40).nullable(), q: z.string().max(500) }),
  async run(ctx, { section: asked, q }) {
    const { kept, requester } = await openSetup(ctx);
    const { draft } = kept;
    const section = sortSection(draft, asked);
    const rctx = await asRequester(ctx, requester.id);
    const products = await readProducts(ctx);
    const names = new Map(products.map((p) => [productKey(p), p.name]));
    const term = q.trim().slice(0, 100);
    const offered = section === "destinations" ? await placesFor(rctx, term) : { places: [], more: false };
    const taken = new Set(draft.products.map(productKey));
    return {
      version: kept.version + 1,
      section,
      q,
      requester,
      may_add_destination: requester.id === ctx.actor.company.id && ctx.actor.permissions.is_primary,
      sections: SORT_SECTIONS.map((name) => ({ name, next: sortNext(draft, name) })),
      products: draft.products.map((p) => ({
        key: productKey(p),
        unit: p.wood_unit_type_id,
        name: names.get(productKey(p)) ?? "",
      })),
      offered:
        section === "products"
          ? products.flatMap((p) =>
              taken.has(productKey(p)) ? [] : [{ value: productKey(p), label: p.name }],
            )
          : [],
      destinations: draft.destinations.map((d) => ({
        key: placeKey(d),
        name: d.name,
        mileage: d.mileage,
        certifications: d.company_certification_ids,
        mixes: d.product_mixes.map((m) => ({
          key: productKey(m),
          name: names.get(productKey(m)) ?? "",
          is_accepted: m.is_accepted,
          unit: m.wood_unit_type_id,
        })),
      })),
      places: offered.places.map(({ tons, ...p }) => ({
        ...p,
        inventory: tons > 0 ? formatInventory(tons, UNIT.ton, UNIT.ton) : null,
      })),
      more: offered.more,
      certifications: section === "product_mix" ? await certificationsOf(rctx) : [],
    };
  },
});

/** The certificates that the requester may name at a destination: those it owns and those it has the use of. */
export const certificationsOf = (rctx: Ctx<CompanyActor>) =>
  rctx.read
    .select({
      id: certification.id,
      name: sql<string>`${certificationType.name} || ' ' || ${certification.license}`,
    })
    .from(companyCertification)
    .innerJoin(certification, eq(certification.id, companyCertification.certification_id))
    .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
    .where(
      and(eq(companyCertification.company_id, rctx.actor.company.id), eq(certification.is_deleted, false)),
    )
    .orderBy(certification.id);

/** The name of a place that the requester may send wood to; null where there is none such for it. */
export async function placeName(
  rctx: Ctx<CompanyActor>,
  place: { company_destination_id: number | null; company_location_id: number | null },
): Promise<string | null> {
  if (place.company_destination_id !== null) {
    const [row] = await readDestinations(rctx, eq(companyDestination.id, place.company_destination_id));
    return row?.company_destination.name ?? null;
  }
  const [row] = await visibleLocations(rctx, eq(companyLocation.id, place.company_location_id ?? 0));
  return row?.company_location.name ?? null;
}
