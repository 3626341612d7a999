import { expect, test } from "vitest";
import { z } from "zod";
import geographicSchema from "../testing/boost/geographic_data.json" with { type: "json" };
import organizationSchema from "../testing/boost/organization.json" with { type: "json" };
import productGroupSchema from "../testing/boost/product_group.json" with { type: "json" };
import deliverySchema from "../testing/boost/sales_delivery_document.json" with { type: "json" };
import { toBoostDocument, toBoostEntities } from "./boost";
import { EXPORT_COLUMN_KEYS, type ExportColumnKey, type ExportRow } from "./columns";

type Schema = Parameters<typeof z.fromJSONSchema>[0];
const [salesDeliveryDocument, organization, productGroup, geographicData] = [
  deliverySchema,
  organizationSchema,
  productGroupSchema,
  geographicSchema,
].map((schema) => z.fromJSONSchema(schema as Schema));
const BY_TYPE: Record<string, z.ZodType | undefined> = {
  Organization: organization,
  ProductGroup: productGroup,
  GeographicData: geographicData,
};

const load = (values: Partial<ExportRow>): ExportRow => ({
  ...(Object.fromEntries(EXPORT_COLUMN_KEYS.map((key) => [key, null])) as Record<ExportColumnKey, null>),
  id: 1,
  is_delivered: true,
  instants: {},
  zones: { job_zone: "America/Detroit", mill_zone: "America/Detroit" },
  certificates: [],
  ids: { company: 1, mill: 5, hauler: null, destination: 9, product: "5-746-0" },
  scientific_name: null,
  hauler_name: null,
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
])("the document of a load, %s, matches the BOOST schema", (_name, row, productDescription, quantity) => {
  const document = toBoostDocument(row);
  expect(salesDeliveryDocument?.safeParse(document).error).toBeUndefined();
  expect(salesDeliveryDocument?.safeParse({ ...document, documentId: "1042" }).success).toBe(false);
  expect(document).toMatchObject({ productDescription, quantity });
});

test("a load without a volume, or not delivered yet, has no delivery document", () => {
  expect(toBoostDocument(load({ estimated_volume: null }))).toBeNull();
  expect(toBoostDocument(load({ is_delivered: false, status: "In Transit" }))).toBeNull();
});

test("a delivery document has the quantity's unit, separate certificate codes and claims, and the address", () => {
  const document = toBoostDocument(
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

test("the companies, product and location of a load match their BOOST schemas", () => {
  const row = load({
    mill: "AuSable Paper & Lumber",
    hauler_name: "Manistee River Hauling",
    ids: { company: 1, mill: 5, hauler: 3, destination: 9, product: "5-746-0" },
    wood_species: "quaking aspen",
    scientific_name: "Populus tremuloides",
    destination_position: "44.6483, -84.7091",
  });
  const entities = toBoostEntities(row);
  expect(entities.map(([id]) => id)).toEqual(["ORG-001", "ORG-005", "ORG-003", "PG-5-746-0", "GEO-9"]);
  for (const [id, entity] of entities) {
    const schema = BY_TYPE[String(entity["@type"])];
    expect([id, schema?.safeParse(entity).error]).toEqual([id, undefined]);
    expect(schema?.safeParse({ ...entity, "@type": "Load" }).success).toBe(false);
  }
  expect(entities[4]?.[1]).toMatchObject({ geoJsonData: { coordinates: [-84.7091, 44.6483] } });
  expect(entities[3]?.[1]).toMatchObject({
    description: "Pulpwood, quaking aspen (Populus tremuloides)",
  });
  expect(toBoostEntities(load({ ids: { ...row.ids, mill: null, hauler: null } })).map(([id]) => id)).toEqual([
    "ORG-001",
    "PG-5-746-0",
  ]);
});
