import { expect, it, test } from "vitest";
import { PRODUCT_TYPES, WOOD_SPECIES_TYPES } from "#db/reference/lists";
import { SPECIES } from "#db/reference/seed";
import { formatProductKey } from "./product-key";
import { getProductIcon } from "./wood-mark";

const key = (type: number, species: number | null, group: number | null = null) =>
  formatProductKey({ product_type_id: type, wood_species_id: species, wood_species_type_id: group });

test("gives every product type a shape, and the generic log only to Cull and Other", () => {
  const drawn = PRODUCT_TYPES.map(([id, name]) => [name, getProductIcon(key(id, null))?.shape]);
  expect(drawn.filter(([, shape]) => shape === "other").map(([name]) => name)).toEqual(["Cull", "Other"]);
  expect(Object.fromEntries(drawn)).toMatchObject({
    Sawlogs: "log",
    Pulpwood: "stack",
    Poles: "poles",
    "Hog fuel": "chips",
    Stumpwood: "stump",
  });
});

test("gives every species a tree: needle for softwood, leaf for hardwood", () => {
  for (const { fia, type } of SPECIES)
    expect([fia, getProductIcon(key(5, Number(fia)))?.tree]).toEqual([
      fia,
      type === "softwood" ? "needle" : "leaf",
    ]);
});

test("gives every species group a tree, and no tree to wood without a species or group", () => {
  const trees = WOOD_SPECIES_TYPES.map(([id, name]) => [name, getProductIcon(key(1, null, id))?.tree]);
  expect(Object.fromEntries(trees)).toEqual({
    Softwood: "needle",
    Hardwood: "leaf",
    "Mixed softwood": "needle",
    "Mixed hardwood": "leaf",
    "Southern yellow pine": "needle",
    SPF: "needle",
    "Hem-Fir": "needle",
    Aspen: "leaf",
    "Red oak": "leaf",
    "White oak": "leaf",
  });
  expect(getProductIcon(key(1, null))).toEqual({ shape: "log", tree: null });
});

it("returns no icon for an invalid product key", () => {
  expect(getProductIcon("")).toBeNull();
  expect(getProductIcon("x-1-2")).toBeNull();
});
