import { expect, test } from "vitest";
import { z } from "zod";
import { boostDocument } from "./boost";
import { EXPORT_COLUMN_KEYS, type ExportColumnKey, type ExportRow } from "./columns";

/** The public schema's rules: drafts/current/schema/sales_delivery_document of carbondirect/BOOST, draft 07. */
const salesDeliveryDocument = z.object({
  "@context": z.record(z.string(), z.unknown()),
  "@type": z.literal("SalesDeliveryDocument"),
  "@id": z.url(),
  documentId: z.string().min(1).regex(/^DOC-/),
  dateIssued: z.iso.date(),
  buyerName: z.string().min(1),
  buyerAddress: z.string().optional(),
  sellerName: z.string().min(1),
  sellerAddress: z.string().optional(),
  productDescription: z.string().min(1),
  quantity: z.number().refine((n) => n !== 0),
  transactionId: z.string().optional(),
  certificateCode: z.string().optional(),
  /** Not in the schema, which is open, but in its published example. */
  quantityUnit: z.enum(["short_tons", "thousand_board_feet", "cords"]),
  certificationClaims: z.array(z.string()).optional(),
  transportReference: z.string().optional(),
});

const load = (values: Partial<ExportRow>): ExportRow => ({
  ...(Object.fromEntries(EXPORT_COLUMN_KEYS.map((key) => [key, null])) as Record<ExportColumnKey, null>),
  id: 1,
  is_delivered: true,
  instants: {},
  zone: "America/Detroit",
  certificates: [],
  load_id: 1042,
  link: "https://t.test/trip-tickets/1",
  company: "Huron Pines Land & Timber",
  destination: "Mill yard",
  product_type: "Pulpwood",
  created_at: "2026-11-16 14:05",
  estimated_volume: 27.4,
  estimated_unit: "ton",
  ...values,
});

test.each([
  ["estimated", load({}), "Pulpwood (ton, estimated)", 27.4],
  [
    "scaled",
    load({
      wood_species: "quaking aspen",
      scaled_volume: 11.2,
      scaled_unit: "cord",
      dropped_off_at: "2026-11-17 08:00",
    }),
    "Pulpwood, quaking aspen (cord, scaled)",
    11.2,
  ],
  [
    "certified",
    load({ certificates: [{ license: "FSC-C000001", claim: "FSC Mix" }], scale_ticket_number: "S-1" }),
    "Pulpwood (ton, estimated)",
    27.4,
  ],
])("a load, %s, follows the schema", (_name, row, productDescription, quantity) => {
  const document = salesDeliveryDocument.strict().parse(boostDocument(row));
  expect(document).toMatchObject({ productDescription, quantity });
});

test("a load without a volume, or one that hasn't arrived, isn't a delivery", () => {
  expect(boostDocument(load({ estimated_volume: null }))).toBeNull();
  expect(boostDocument(load({ is_delivered: false, status: "In Transit" }))).toBeNull();
});

test("a delivery has the unit of its quantity, its codes apart from its claims, and where it went", () => {
  const document = boostDocument(
    load({
      estimated_unit: "MBF",
      destination_address: "77 Sawmill Road, Roscommon, MI 48653",
      certificates: [
        { license: "FSC-C104455", claim: "FSC 100%" },
        { license: "FSC-C104455", claim: "FSC Controlled Wood" },
        { license: "SFI-00417", claim: null },
      ],
    }),
  );
  expect(document).toMatchObject({
    quantityUnit: "thousand_board_feet",
    certificateCode: "FSC-C104455, SFI-00417",
    certificationClaims: ["FSC 100%", "FSC Controlled Wood"],
    buyerAddress: "77 Sawmill Road, Roscommon, MI 48653",
  });
});
