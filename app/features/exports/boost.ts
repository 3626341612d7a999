import type { ExportRow } from "./columns";

/** The units that a volume is counted in, as documents for other countries say them: a ton is the trade's 2,000 lb. */
const UNITS: Record<string, string> = { MBF: "thousand_board_feet", ton: "short_tons", cord: "cords" };

/**
 * A delivered load as a SalesDeliveryDocument of BOOST, the W3C community group's standard for biomass chain of custody
 * (carbondirect/BOOST, version 3.4). Its schema has no unit of a quantity; `quantityUnit` and `certificationClaims` are
 * those of its published example. Null for a load that has not arrived, or that has no volume yet.
 */
export function boostDocument(row: ExportRow): Record<string, unknown> | null {
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
 * What a delivered load names beyond itself, each by its id: the organizations that sell, receive and haul, its product, and
 * where it went. A Transaction isn't among them: its schema needs the value of the contract, and exports carry no prices.
 */
export function boostEntities(row: ExportRow): Entity[] {
  const { origin } = new URL(String(row.link));
  const entity = (type: string, path: string, values: Record<string, unknown>): Record<string, unknown> => ({
    "@context": BOOST_CONTEXT,
    "@type": type,
    "@id": `${origin}/${path}`,
    ...values,
  });
  const organization = (id: number | null, name: unknown, organizationType: string): Entity[] => {
    const said = String(name ?? "");
    if (id === null || said.length < 2) return [];
    const organizationId = `ORG-${String(id).padStart(3, "0")}`;
    const values = { organizationId, organizationName: said.slice(0, 200), organizationType };
    return [[organizationId, entity("Organization", `companies/${id}`, values)]];
  };
  const productGroupId = `PG-${row.ids.product}`;
  const product = [row.product_type, row.wood_species].filter(Boolean).join(", ");
  const geographicDataId = `GEO-${row.ids.destination}`;
  const [latitude, longitude] = String(row.destination_position ?? "")
    .split(",")
    .map(Number);
  return [
    ...organization(row.ids.company, row.company, "supplier"),
    ...organization(row.ids.mill, row.mill, "processor"),
    ...organization(row.ids.hauler, row.hauler_name, "transporter"),
    [
      productGroupId,
      entity("ProductGroup", `products/${row.ids.product}`, {
        productGroupId,
        productGroupName: product,
        productCategory: "solid_biomass",
        description: row.scientific_name ? `${product} (${row.scientific_name})` : product,
      }),
    ],
    ...(row.destination_position && latitude !== undefined && longitude !== undefined
      ? [
          [
            geographicDataId,
            entity("GeographicData", `destinations/${row.ids.destination}`, {
              geographicDataId,
              geoJsonData: { type: "Point", coordinates: [longitude, latitude] },
              dataType: "mill_entrance",
              description: String(row.destination),
              coordinateSystem: "WGS84",
            }),
          ] satisfies Entity,
        ]
      : []),
  ];
}
