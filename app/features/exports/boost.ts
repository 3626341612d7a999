import type { ExportRow } from "./columns";

/**
 * A load as a SalesDeliveryDocument of BOOST, the W3C community group's standard for biomass chain of custody
 * (carbondirect/BOOST, version 3.4). It has no field for the unit of a quantity, so the description says it; what has
 * no volume yet is no delivery and becomes null.
 */
export function boostDocument(row: ExportRow): Record<string, unknown> | null {
  const scaled = row.scaled_volume !== null;
  const quantity = Number((scaled ? row.scaled_volume : row.estimated_volume) ?? 0);
  const unit = scaled ? row.scaled_unit : row.estimated_unit;
  if (quantity <= 0) return null;
  const day = String(row.dropped_off_at ?? row.scaled_at ?? row.created_at ?? "").slice(0, 10);
  const product = [row.product_type, row.wood_species ?? row.wood_species_type].filter(Boolean).join(", ");
  return {
    "@context": BOOST_CONTEXT,
    "@type": "SalesDeliveryDocument",
    "@id": String(row.link),
    documentId: `DOC-${row.load_id}`,
    dateIssued: day,
    buyerName: String(row.mill ?? row.destination),
    sellerName: String(row.company),
    productDescription: `${product} (${unit ?? "ton"}${scaled ? ", scaled" : ", estimated"})`,
    quantity,
    ...(row.certification ? { certificateCode: String(row.certification) } : {}),
    ...(row.scale_ticket_number ? { transportReference: String(row.scale_ticket_number) } : {}),
  };
}

export const BOOST_CONTEXT = { "@vocab": "https://github.com/carbondirect/BOOST/schemas/" };
