import { expect, it, test } from "vitest";
import { PRODUCT_TYPES, WOOD_SPECIES_TYPES } from "#db/reference/lists";
import { SPECIES } from "#db/reference/seed";
import { formatProductKey } from "./product-key";
import { getWoodMark } from "./wood-mark";

const key = (type: number, species: number | null, group: number | null = null) =>
  formatProductKey({ product_type_id: type, wood_species_id: species, wood_species_type_id: group });

test("every product type has a shape, and only what is any log is drawn as any", () => {
  const drawn = PRODUCT_TYPES.map(([id, name]) => [name, getWoodMark(key(id, null))?.shape]);
  expect(drawn.filter(([, shape]) => shape === "other").map(([name]) => name)).toEqual(["Cull", "Other"]);
  expect(Object.fromEntries(drawn)).toMatchObject({
    Sawlogs: "log",
    Pulpwood: "stack",
    Poles: "poles",
    "Hog fuel": "chips",
    Stumpwood: "stump",
  });
});

test("every species has its own kind of tree", () => {
  for (const { fia, type } of SPECIES)
    expect([fia, getWoodMark(key(5, Number(fia)))?.tree]).toEqual([
      fia,
      type === "softwood" ? "needle" : "leaf",
    ]);
});

test("so has every group of species; wood of any kind has none", () => {
  const trees = WOOD_SPECIES_TYPES.map(([id, name]) => [name, getWoodMark(key(1, null, id))?.tree]);
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
  expect(getWoodMark(key(1, null))).toEqual({ shape: "log", tree: null });
});

it("draws nothing for what isn't a product", () => {
  expect(getWoodMark("")).toBeNull();
  expect(getWoodMark("x-1-2")).toBeNull();
});
