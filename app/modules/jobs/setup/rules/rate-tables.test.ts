import { expect, test } from "vitest";
import { createRateTables } from "./rate-tables";

const product = (type: string, key: string, more = {}) => ({
  key,
  type,
  payer: "Superior",
  receiver: "Two Hearted",
  yard: null,
  taken: true,
  product: "Aspen",
  wood_unit_type_id: 2,
  rate: "",
  minimum: "",
  terms: "",
  ...more,
});
const mill = (key: string, yard: string | null) => product("Mill", key, { payer: "AuSable", yard });
const haul = (key: string, destination: string, receiver = "Manistee") => ({
  key,
  payer: "Superior",
  receiver,
  destination,
  per: "unit-2",
  rate: "",
  minimum: "",
  terms: "",
});

test("builds one table per destination with its mill rates and haul rates", () => {
  const tables = createRateTables({
    product_rates: [mill("m1", "Grayling"), product("Cut", "c1"), mill("m2", "Roscommon"), mill("m3", null)],
    haul_rates: [haul("h1", "Grayling"), haul("h2", "Roscommon"), haul("h3", "Grayling", "Northern Star")],
  });
  expect(tables.map(({ title, rows }) => [title, rows.map((row) => row.key)])).toEqual([
    ["Every destination", ["c1"]],
    ["Grayling", ["m1", "h1", "h3"]],
    ["Roscommon", ["m2", "h2"]],
    ["Every place of AuSable", ["m3"]],
  ]);
  // A field keeps its name in the form data, whichever table shows its row.
  expect(tables[1]?.rows.map((row) => [row.name, row.what, row.label])).toEqual([
    ["product_rates[0]", "Mill", "Aspen"],
    ["haul_rates[0]", "Haul", "Manistee"],
    ["haul_rates[2]", "Haul", "Northern Star"],
  ]);
});
