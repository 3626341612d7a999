import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  certification,
  certificationType,
  company,
  companyCertification,
  companyDestination,
  companyLocation,
  jobDestination,
  productClaim,
  tripTicket,
} from "#db/schema";
import { estimateRoadMiles, type Point } from "~/lib/geo/geo";
import { sortByMatch } from "~/lib/text/closest-match";
import { escapeLike } from "~/lib/text/text";
import { convertVolume, DEFAULT_UNIT, formatInventory, isUnit, UNIT } from "~/lib/units/measures";
import {
  CERTIFICATION_COLUMNS,
  createCertificationNamer,
  getTodayInUserZone,
} from "~/modules/certifications/shared/usable.server";
import { visibleLocationsCondition } from "~/modules/places/shared/access.server";
import { destinationNameCondition, readDestinations } from "~/modules/places/shared/destinations.server";
import { readVisibleLocations } from "~/modules/places/shared/locations.server";
import { readCompanyProductNamesByKey } from "~/modules/products/shared/own-names.server";
import {
  readProductParts,
  readProductsByKey,
  readProductsLocalFirst,
} from "~/modules/products/shared/products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { getGroupStatuses } from "~/modules/trip-tickets/rules/status-groups";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { findBlockingStep, readDraftState, requireOpenDraft } from "../../shared/draft.server";
import { type Draft, formatPlaceKey } from "../rules/draft";
import { getSortSection, isSortSectionFilled, SORT_SECTIONS } from "../rules/draft-steps";
import { readUsualProducts } from "./choice.server";
import { actAsRequester } from "./requester.server";

/** Maximum number of other companies' places to list; further places are found by search. */
const MAX_PLACES = 10;
/** Maximum number of products of earlier jobs. */
const MAX_USUAL = 8;

/** Names of a draft's products by their key. */
export async function readDraftProductNames(
  ctx: Pick<Ctx, "read">,
  draft: Pick<Draft, "products">,
  own: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const products = await readProductsByKey(ctx, draft.products.map(formatProductKey), own);
  return new Map([...products].map(([key, p]) => [key, p.name]));
}

/** Return the wood waiting for each place, in thousandths of a ton: open loads that the requester sent there. */
async function inventoryOf(ctx: Ctx<CompanyActor>) {
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
        isNull(jobDestination.removed_at),
        eq(tripTicket.numbering_company_id, ctx.actor.company.id),
        eq(tripTicket.is_deleted, false),
        inArray(tripTicket.trip_ticket_status_id, getGroupStatuses("available")),
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
    const key = formatPlaceKey({ company_destination_id: destination, company_location_id: location });
    tons.set(key, (tons.get(key) ?? 0) + convertVolume(Number(volume), unit, UNIT.ton));
  }
  return tons;
}

/** Sort places: most inventory first (docs/domain.md#setting-up-a-job), then the nearest, then by name. */
const fullestFirst = <T extends { tons: number; miles?: number | null; name: string }>(places: T[]): T[] =>
  places.sort(
    (a, b) =>
      b.tons - a.tons ||
      (a.miles ?? Number.POSITIVE_INFINITY) - (b.miles ?? Number.POSITIVE_INFINITY) ||
      a.name.localeCompare(b.name),
  );

/** Yards of mills nearest to a place, as the crow flies. */
async function nearestYards(rctx: Ctx<CompanyActor>, from: Point, named: SQL | undefined): Promise<number[]> {
  const north = sql`(${companyLocation.latitude} - ${from.latitude})`;
  const east = sql`((${companyLocation.longitude} - ${from.longitude}) * ${Math.cos((from.latitude * Math.PI) / 180)})`;
  const rows = await rctx.read
    .select({ id: companyLocation.id })
    .from(companyLocation)
    .innerJoin(company, eq(company.id, companyLocation.company_id))
    .where(and(visibleLocationsCondition(rctx.actor), eq(company.is_mill, true), named))
    .orderBy(
      sql`${companyLocation.latitude} IS NULL, ${north} * ${north} + ${east} * ${east}`,
      companyLocation.id,
    )
    .limit(MAX_PLACES + 1);
  return rows.map((row) => row.id);
}

/** Pin of the draft's job; null until it is known. */
const pinOf = ({ latitude, longitude }: Draft): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Places that the job's wood can go to: the requester's destinations and the yards of mills, most inventory first. */
async function placesFor(rctx: Ctx<CompanyActor>, q: string, from: Point | null) {
  const tons = await inventoryOf(rctx);
  const stocked = [...tons.keys()].filter((key) => key.startsWith("l")).map((key) => Number(key.slice(1)));
  const named = q
    ? sql`(${companyLocation.name} LIKE ${`%${escapeLike(q)}%`} ESCAPE '\\' OR ${company.name} LIKE ${`%${escapeLike(q)}%`} ESCAPE '\\')`
    : undefined;
  const yardsNamed = (...more: Parameters<typeof and>) =>
    readVisibleLocations(rctx, eq(company.is_mill, true), named, ...more);
  const nearest = from ? await nearestYards(rctx, from, named) : [];
  // Places with waiting wood are always listed. The rest of the list is filled with the nearest yards or, without a
  // pin, the first yards by name.
  const [own, full, first] = await Promise.all([
    readDestinations(rctx, destinationNameCondition(q)),
    yardsNamed(inArray(companyLocation.id, stocked)),
    from ? yardsNamed(inArray(companyLocation.id, nearest)) : yardsNamed().limit(MAX_PLACES + 1),
  ]);
  const miles = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
    from && latitude !== null && longitude !== null ? estimateRoadMiles(from, { latitude, longitude }) : null;
  const known = new Map([...full, ...first].map((l) => [l.company_location.id, l]));
  const yards = fullestFirst(
    [...known.values()].map((l) => ({
      key: `l${l.company_location.id}`,
      name: l.company_location.name,
      place: l.company.name,
      miles: miles(l.company_location),
      tons: tons.get(`l${l.company_location.id}`) ?? 0,
    })),
  );
  const places = [
    ...own.map((d) => ({
      key: `d${d.company_destination.id}`,
      name: d.company_destination.name,
      place: d.destination_company_location?.company_name ?? "Your own destination",
      miles: miles(d.company_destination),
      tons: tons.get(`d${d.company_destination.id}`) ?? 0,
    })),
    ...yards.slice(0, MAX_PLACES),
  ];
  return {
    places: sortByMatch(fullestFirst(places), q, ({ name }) => name),
    more: yards.length > MAX_PLACES,
  };
}

/** Return the chosen destinations, sorted as they were offered. */
async function inOrder(rctx: Ctx<CompanyActor>, chosen: Draft["destinations"]) {
  const tons = await inventoryOf(rctx);
  return fullestFirst(chosen.map((d) => ({ ...d, tons: tons.get(formatPlaceKey(d)) ?? 0 })));
}

/**
 * Check whether a destination's product mix isn't saved yet, so that the form offers all products. A copied mix counts
 * as saved.
 */
const isNew = (d: Draft["destinations"][number]): boolean =>
  d.is_mixed === undefined ? !d.product_mixes.some((m) => m.is_accepted) : !d.is_mixed;

/** Return one section of the sort sheet: products, then destinations, then the products that each destination accepts. */
export const getSortSheet = procedure({
  name: "getSorts",
  may: "job.create",
  input: z.strictObject({ section: z.string().max(40).nullable(), q: z.string().max(500) }),
  async run(ctx, { section: asked, q }) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const { draft } = kept;
    const section = getSortSection(draft, asked);
    const rctx = await actAsRequester(ctx, requester.id);
    const state = await readDraftState(ctx, draft);
    const own = await readCompanyProductNamesByKey(rctx);
    const names = await readDraftProductNames(ctx, draft, own);
    const term = q.trim().slice(0, 100);
    const offered =
      section === "destinations" ? await placesFor(rctx, term, pinOf(draft)) : { places: [], more: false };
    const chosen = section === "product_mix" ? await inOrder(rctx, draft.destinations) : draft.destinations;
    const units = new Map(draft.products.map((p) => [formatProductKey(p), p.wood_unit_type_id]));
    const taken = new Set(draft.products.map(formatProductKey));
    const isProducts = section === "products";
    const usual = isProducts
      ? (await readUsualProducts(rctx, MAX_USUAL)).filter((key) => !taken.has(key))
      : [];
    const known = await readProductsByKey(ctx, usual, own);
    return {
      version: kept.version + 1,
      first: await findBlockingStep(ctx, draft, "sort-sheet"),
      section,
      q,
      requester,
      may_add_destination:
        requester.id === ctx.actor.company.id && ctx.actor.permissions.company_destination.create,
      sections: SORT_SECTIONS.map((name) => ({ name, next: isSortSectionFilled(draft, name) })),
      products: draft.products.map((p) => ({
        key: formatProductKey(p),
        unit: p.wood_unit_type_id,
        name: names.get(formatProductKey(p)) ?? "",
      })),
      state: state?.name ?? "",
      offered: isProducts
        ? (await readProductsLocalFirst(ctx, state?.stusps ?? null, own)).flatMap((p) =>
            taken.has(formatProductKey(p)) ? [] : [{ value: formatProductKey(p), label: p.name }],
          )
        : [],
      parts: isProducts ? await readProductParts(ctx) : { types: [], woods: [] },
      /** Products of the requester's earlier jobs, to check. */
      usual: usual.flatMap((key) => {
        const soldProduct = known.get(key);
        return soldProduct ? [{ key, name: soldProduct.name, unit: soldProduct.unit ?? DEFAULT_UNIT }] : [];
      }),
      destinations: chosen.map((d) => ({
        key: formatPlaceKey(d),
        name: d.name,
        mileage: d.mileage,
        certifications: d.company_certification_ids,
        mixes: d.product_mixes.map((m) => ({
          key: formatProductKey(m),
          name: names.get(formatProductKey(m)) ?? "",
          is_accepted: m.is_accepted || isNew(d),
          unit: isNew(d) ? (units.get(formatProductKey(m)) ?? m.wood_unit_type_id) : m.wood_unit_type_id,
        })),
      })),
      places: offered.places.map(({ tons, miles, ...p }) => ({
        ...p,
        miles: miles === null ? null : Math.round(miles),
        inventory: tons > 0 ? formatInventory(tons, UNIT.ton, UNIT.ton) : null,
      })),
      more: offered.more,
      certifications: section === "product_mix" ? await readRequesterCertifications(rctx) : [],
    };
  },
});

/** Certificates that the requester may name at a destination: those it owns and those it may use. */
export const readRequesterCertifications = async (rctx: Ctx<CompanyActor>) =>
  rctx.actor.permissions.certification.read ? readCertificationsOf(rctx) : [];

const readCertificationsOf = async (rctx: Ctx<CompanyActor>) =>
  (
    await rctx.read
      .select(CERTIFICATION_COLUMNS)
      .from(companyCertification)
      .innerJoin(certification, eq(certification.id, companyCertification.certification_id))
      .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
      .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id))
      .where(
        and(eq(companyCertification.company_id, rctx.actor.company.id), eq(certification.is_deleted, false)),
      )
      .orderBy(certification.id)
  ).map(createCertificationNamer(getTodayInUserZone(rctx)));

/** Name of a place that the requester may send wood to; null if it may not or the place doesn't exist. */
export async function readPlaceName(
  rctx: Ctx<CompanyActor>,
  place: { company_destination_id: number | null; company_location_id: number | null },
): Promise<string | null> {
  if (place.company_destination_id !== null) {
    const [row] = await readDestinations(rctx, eq(companyDestination.id, place.company_destination_id));
    return row?.company_destination.name ?? null;
  }
  const [row] = await readVisibleLocations(rctx, eq(companyLocation.id, place.company_location_id ?? 0));
  return row?.company_location.name ?? null;
}
