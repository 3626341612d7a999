import type { ExportFact, ExportRow } from "./columns";

/** Columns of a load that BOOST documents use, and whether it was delivered. */
export const BOOST_COLUMNS = (
  [
    ...([
      "link",
      "load_id",
      "is_delivered",
      "company",
      "mill",
      "destination",
      "destination_address",
    ] as const),
    ...([
      "destination_position",
      "product_type",
      "wood_species",
      "scientific_name",
      "hauler_name",
      "ids",
    ] as const),
    ...([
      "scaled_volume",
      "scaled_unit",
      "estimated_volume",
      "estimated_unit",
      "scale_ticket_number",
    ] as const),
    ...(["dropped_off_at", "scaled_at", "created_at", "certificates"] as const),
  ] satisfies ExportFact[]
).map((key) => ({ key }));

/** Names of volume units for readers in other countries; a ton here means the timber trade's 2,000 lb. */
const UNITS: Record<string, string> = { MBF: "thousand_board_feet", ton: "short_tons", cord: "cords" };

/**
 * Convert a delivered load to a SalesDeliveryDocument of BOOST, the W3C community group's standard for biomass chain of
 * custody (carbondirect/BOOST, version 3.4). The schema has no field for a quantity's unit; `quantityUnit` and
 * `certificationClaims` follow its published example. Null for a load that wasn't delivered or has no volume yet.
 */
export function toBoostDocument(row: ExportRow): Record<string, unknown> | null {
  if (!row.is_delivered) return null;
  const scaled = row.scaled_volume !== null;
  const quantity = Number((scaled ? row.scaled_volume : row.estimated_volume) ?? 0);
  const unit = String((scaled ? row.scaled_unit : row.estimated_unit) ?? "ton");
  if (quantity <= 0) return null;
  const day = String(row.dropped_off_at ?? row.scaled_at ?? row.created_at ?? "").slice(0, 10);
  const product = [row.product_type, row.wood_species].filter(Boolean).join(", ");
  const codes = [...new Set(row.certificates.map((c) => c.license))];
  const claims = [...new Set(row.certificates.flatMap((c) => c.claim ?? []))];
  return {
    "@context": BOOST_CONTEXT,
    "@type": "SalesDeliveryDocument",
    "@id": String(row.link),
    documentId: `DOC-${row.load_id}`,
    dateIssued: day,
    buyerName: String(row.mill ?? row.destination),
    ...(row.destination_address ? { buyerAddress: String(row.destination_address) } : {}),
    sellerName: String(row.company),
    productDescription: `${product} (${unit}${scaled ? ", scaled" : ", estimated"})`,
    quantity,
    quantityUnit: UNITS[unit] ?? unit,
    ...(codes.length ? { certificateCode: codes.join(", ") } : {}),
    ...(claims.length ? { certificationClaims: claims } : {}),
    ...(row.scale_ticket_number ? { transportReference: String(row.scale_ticket_number) } : {}),
  };
}

export const BOOST_CONTEXT = { "@vocab": "https://github.com/carbondirect/BOOST/schemas/" };

type Entity = [id: string, entity: Record<string, unknown>];

/**
 * Convert what a delivered load refers to into BOOST entities with ids: seller, receiver and hauler, product, and
 * destination. Entities already in the file are left out, since most loads of a long file repeat them. No Transaction
 * is included: its schema requires the contract's value, and exports contain no prices.
 */
export function toBoostEntities(row: ExportRow, result: ReadonlySet<string> = new Set()): Entity[] {
  const { ids } = row;
  const results: Entity[] = [];
  const add = (id: string, type: string, path: string, values: Record<string, unknown>) => {
    const href = new URL(`/${path}`, String(row.link)).href;
    results.push([id, { "@context": BOOST_CONTEXT, "@type": type, "@id": href, ...values }]);
  };
  const organization = (id: number | null, name: () => unknown, organizationType: string) => {
    const organizationId = `ORG-${String(id).padStart(3, "0")}`;
    if (id === null || result.has(organizationId)) return;
    const organizationName = String(name() ?? "").slice(0, 200);
    if (organizationName.length < 2) return;
    add(organizationId, "Organization", `companies/${id}`, {
      organizationId,
      organizationName,
      organizationType,
    });
  };
  organization(ids.company, () => row.company, "supplier");
  organization(ids.mill, () => row.mill, "processor");
  organization(ids.hauler, () => row.hauler_name, "transporter");
  const productGroupId = `PG-${ids.product}`;
  if (!result.has(productGroupId)) {
    const product = [row.product_type, row.wood_species].filter(Boolean).join(", ");
    add(productGroupId, "ProductGroup", `products/${ids.product}`, {
      productGroupId,
      productGroupName: product,
      productCategory: "solid_biomass",
      description: row.scientific_name ? `${product} (${row.scientific_name})` : product,
    });
  }
  const geographicDataId = `GEO-${ids.destination}`;
  if (!result.has(geographicDataId) && row.destination_position) {
    const [latitude, longitude] = String(row.destination_position).split(",").map(Number);
    add(geographicDataId, "GeographicData", `destinations/${ids.destination}`, {
      geographicDataId,
      geoJsonData: { type: "Point", coordinates: [longitude, latitude] },
      dataType: "mill_entrance",
      description: String(row.destination),
      coordinateSystem: "WGS84",
    });
  }
  return results;
}
