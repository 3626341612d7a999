import { describe, expect, it, test } from "vitest";
import { DUPLICATE_COMPANY_MESSAGE, ONE_LAND_MANAGER_MESSAGE } from "../../rules/contracts";
import {
  createEmptyDraft,
  DEFAULT_RATE_TERMS,
  type Draft,
  findLandOwner,
  listCompaniesInRole,
  parseDraft,
  readDraft,
} from "./draft";
import { copyRates, copySortSheet, setMixes, setRates } from "./draft-rates";
import {
  addContractor,
  addDestination,
  addProduct,
  type DraftResult,
  DUPLICATE_DESTINATION,
  DUPLICATE_PRODUCT,
  needsMethodConfirmation,
  removeContractor,
  removeDestination,
  removeProduct,
  setDraftContract,
  setLocationMethod,
  setOwnerOrAuthorizee,
  setRequester,
} from "./draft-rules";

type Place = Pick<Draft["destinations"][number], "company_destination_id" | "company_location_id" | "name">;
const [ME, CUTTER, HAULER, OWNER, MILL] = [1, 2, 3, 4, 5];
const ASPEN = { product_type_id: 5, wood_species_id: 746, wood_species_type_id: null, wood_unit_type_id: 2 };
const OAK = { product_type_id: 1, wood_species_id: 833, wood_species_type_id: null, wood_unit_type_id: 1 };
const YARD: Place = { company_destination_id: null, company_location_id: 7, name: "Mill yard" };
const SIDING: Place = { company_destination_id: 8, company_location_id: null, name: "Siding" };

function ruled(result: DraftResult): Draft {
  if ("refused" in result) throw new Error(result.refused);
  return result.draft;
}
const cut = (receiver = CUTTER, product = ASPEN) => ({
  job_product_rate_type_id: 1,
  receiving_company_id: receiver,
  paying_company_id: ME,
  paying_company_location_id: null,
  ...product,
  rate: 42_500,
  ...DEFAULT_RATE_TERMS,
});
const haul = (place = SIDING, receiver = HAULER) => ({
  receiving_company_id: receiver,
  paying_company_id: ME,
  company_destination_id: place.company_destination_id,
  company_location_id: place.company_location_id,
  per: "load" as const,
  wood_unit_type_id: null,
  rate: 900_000,
  ...DEFAULT_RATE_TERMS,
});

/**
 * Build a land manager's draft with a company that cuts and skids, a hauler, two products, two destinations, and rates
 * for each.
 */
function full(): Draft {
  let d = setRequester(createEmptyDraft(), { id: ME, is_land_manager: true });
  for (const [role, id] of [
    ["cutter", CUTTER],
    ["skidder", CUTTER],
    ["hauler", HAULER],
  ] as const)
    d = ruled(addContractor(d, role, id));
  d = setOwnerOrAuthorizee(d, "is_land_owner", OWNER);
  d = ruled(addDestination(ruled(addProduct(d, ASPEN)), YARD));
  d = ruled(addDestination(ruled(addProduct(d, OAK)), SIDING));
  const skid = { ...cut(), job_product_rate_type_id: 2 };
  const stumpage = { ...cut(OWNER), job_product_rate_type_id: 3 };
  const mill = {
    ...cut(ME),
    job_product_rate_type_id: 4,
    paying_company_id: MILL,
    paying_company_location_id: 7,
  };
  return setRates(d, [cut(), cut(CUTTER, OAK), skid, stumpage, mill], [haul(), haul(YARD)]);
}
const types = (d: Draft) => d.product_rates.map((r) => r.job_product_rate_type_id);

describe("contractors", () => {
  it("a contractor can have several roles, but each role only once", () => {
    const d = full();
    expect(d.companies.filter((c) => c.company_id === CUTTER)).toHaveLength(1);
    expect(listCompaniesInRole(d, "skidder")[0]).toMatchObject({ is_cutter: true, is_skidder: true });
    expect(addContractor(d, "cutter", CUTTER)).toEqual({ refused: DUPLICATE_COMPANY_MESSAGE });
  });
  it("a job can have only one land manager", () => {
    expect(addContractor(full(), "land_manager", HAULER)).toEqual({ refused: ONE_LAND_MANAGER_MESSAGE });
    const without = removeContractor(full(), "land_manager", ME);
    expect(
      listCompaniesInRole(ruled(addContractor(without, "land_manager", HAULER)), "land_manager"),
    ).toHaveLength(1);
  });
  test.each([
    ["cutter", [2, 3, 4], 2],
    ["skidder", [1, 1, 3, 4], 2],
  ] as const)("a contractor loses the %s rates when removed from that role", (role, left, hauls) => {
    const d = removeContractor(full(), role, CUTTER);
    expect(types(d)).toEqual(left);
    expect(d.haul_rates).toHaveLength(hauls);
  });
  it("a contractor loses the haul rates when removed as hauler", () => {
    const d = removeContractor(full(), "hauler", HAULER);
    expect([d.haul_rates, types(d).length, listCompaniesInRole(d, "hauler")]).toEqual([[], 5, []]);
  });
  it("a contractor loses only the contract of the role that it is removed from", () => {
    const file = { stored_file_id: 9, file_name: "cut.pdf" };
    let d = setDraftContract(full(), "cutter", CUTTER, "Cut 2026-4", file);
    d = setDraftContract(d ?? full(), "skidder", CUTTER, "Skid 2026-4", null);
    expect(setDraftContract(full(), "hauler", CUTTER, "Haul", null)).toBeNull();
    const left = removeContractor(d ?? full(), "cutter", CUTTER).companies.find(
      (c) => c.company_id === CUTTER,
    );
    expect(left).toMatchObject({
      cut_contract_name: "",
      cut_contract_file: null,
      skid_contract_name: "Skid 2026-4",
    });
  });
});

describe("requester and land owner", () => {
  it("adds the requester as land manager only if it is a land manager company", () => {
    expect(listCompaniesInRole(full(), "land_manager").map((c) => c.company_id)).toEqual([ME]);
    const mill = setRequester(createEmptyDraft(), { id: MILL, is_land_manager: false });
    expect([mill.request_user_company_id, mill.companies]).toEqual([MILL, []]);
  });
  it("a new requester replaces the previous one as land manager, and the previous one's data is removed", () => {
    const d = setRequester(full(), { id: 20, is_land_manager: true });
    expect(listCompaniesInRole(d, "land_manager").map((c) => c.company_id)).toEqual([20]);
    expect([d.destinations, d.product_rates, d.haul_rates, findLandOwner(d)]).toEqual([[], [], [], null]);
    expect([d.products.length, listCompaniesInRole(d, "cutter").length]).toEqual([2, 1]);
    expect(setRequester(d, { id: 20, is_land_manager: true })).toBe(d);
  });
  it("allows one land owner, and removes the previous owner's stumpage rate", () => {
    const d = setOwnerOrAuthorizee(full(), "is_land_owner", 30);
    expect(findLandOwner(d)?.company_id).toBe(30);
    expect(d.companies.some((c) => c.company_id === OWNER)).toBe(false);
    expect(types(d)).toEqual([1, 1, 2, 4]);
    expect(findLandOwner(setOwnerOrAuthorizee(d, "is_land_owner", null))).toBeNull();
  });
});

describe("sort sheet", () => {
  it("accepts an added product at every existing destination", () => {
    const d = full();
    expect(d.destinations.map((target) => target.product_mixes.map((m) => m.is_accepted))).toEqual([
      [false, true],
      [false, false],
    ]);
    expect(addProduct(d, { ...ASPEN, wood_unit_type_id: 3 })).toEqual({ refused: DUPLICATE_PRODUCT });
  });
  it("lists every product in tons at a destination added later", () => {
    expect(full().destinations[1]?.product_mixes.map((m) => m.wood_unit_type_id)).toEqual([2, 2]);
    expect(addDestination(full(), YARD)).toEqual({ refused: DUPLICATE_DESTINATION });
  });
  it("removes a product with its destination entries and rates", () => {
    const d = removeProduct(full(), ASPEN);
    expect(d.products).toEqual([OAK]);
    expect(d.destinations.every((target) => target.product_mixes.length === 1)).toBe(true);
    expect(types(d)).toEqual([1]);
  });
  it("removes a destination with its haul rates and the rates paid by its mill", () => {
    const d = removeDestination(full(), "l7");
    expect(d.destinations.map((target) => target.name)).toEqual(["Siding"]);
    expect([d.haul_rates.length, types(d)]).toEqual([1, [1, 1, 2, 3]]);
    expect(removeDestination(d, "l999")).toBe(d);
  });
  it("keeps sort sheet entries that a form doesn't include", () => {
    const choice = { destination: "d8", product: "5-746-0", is_accepted: true, unit: 3 };
    const d = setMixes(full(), [choice, { ...choice, destination: "d99" }]);
    expect(d.destinations[1]?.product_mixes[0]).toMatchObject({ is_accepted: true, wood_unit_type_id: 3 });
    expect(d.destinations[0]).toEqual(full().destinations[0]);
  });
  it("copies a sort sheet without its rates, and keeps existing rates that still fit", () => {
    const { products, destinations } = removeProduct(removeDestination(full(), "d8"), OAK);
    const d = copySortSheet(full(), { products, destinations });
    expect([d.products, d.destinations.length]).toEqual([[ASPEN], 1]);
    expect([d.product_rates.length, d.haul_rates.length]).toEqual([4, 1]);
  });
});

test("treats a rate of zero as unset, like an empty rate", () => {
  const d = setRates(
    full(),
    [{ ...cut(), rate: 0 }, { ...cut(), rate: null }, cut()],
    [{ ...haul(), rate: 0 }],
  );
  expect([d.product_rates, d.haul_rates]).toEqual([[cut()], []]);
});

test("copies only rates whose product, destination and companies are on this job", () => {
  const from = {
    product_rates: [cut(), cut(77), cut(CUTTER, { ...OAK, wood_species_id: 1 })],
    haul_rates: [haul(), haul({ ...YARD, company_location_id: 70 })],
  };
  const d = copyRates(full(), from, new Set([ME, CUTTER, HAULER]));
  expect([d.product_rates, d.haul_rates]).toEqual([[cut()], [haul()]]);
});

test("copies and keeps a split rate only while all companies sharing it are on the job", () => {
  const split = (other: number) => ({
    ...cut(),
    minimum_cents: 26_000,
    shares: [
      { company_id: CUTTER, parts: 2 },
      { company_id: other, parts: 1 },
    ],
  });
  const from = { product_rates: [split(HAULER)], haul_rates: [] };
  expect(copyRates(full(), from, new Set([ME, CUTTER, HAULER])).product_rates).toEqual([split(HAULER)]);
  expect(copyRates(full(), from, new Set([ME, CUTTER])).product_rates).toEqual([]);
  const d = setRates(full(), [split(HAULER), cut(CUTTER, OAK)], []);
  expect(removeContractor(d, "hauler", HAULER).product_rates).toEqual([cut(CUTTER, OAK)]);
});

describe("location", () => {
  const pinned = { ...setLocationMethod(full(), "pin"), latitude: 44.7, longitude: -84.7 };
  it("a change of location method needs confirmation and clears the location", () => {
    expect(needsMethodConfirmation(pinned, "draw")).toBe(true);
    expect(needsMethodConfirmation(pinned, "pin")).toBe(false);
    expect(needsMethodConfirmation(full(), "draw")).toBe(false);
    expect(setLocationMethod(pinned, "draw")).toMatchObject({ latitude: null, longitude: null, geom: null });
    expect(setLocationMethod(pinned, "pin")).toBe(pinned);
  });
  it("keeps the plan map when the method changes", () => {
    const job_map = { stored_file_id: 3, file_name: "plan.pdf" };
    expect(setLocationMethod({ ...pinned, job_map }, "skip").job_map).toEqual(job_map);
  });
});

describe("reading a stored draft", () => {
  it("returns a stored draft unchanged", () => {
    expect(parseDraft(JSON.stringify(full()))).toEqual(full());
  });
  test.each(["", "[]", "null", "7", "{", '"x"'])("reads stored text %j as an empty draft", (stored) => {
    expect(parseDraft(stored)).toEqual(createEmptyDraft());
  });
  it("skips unreadable parts of a stored draft and keeps the rest", () => {
    const d = readDraft({
      name: "Old",
      start_date: 5,
      location_method: "balloon",
      latitude: 91,
      companies: [{ company_id: 2, is_cutter: true, colour: "red" }, { company_id: "x" }, null],
      products: [{ product_type_id: 5 }, {}],
      destinations: [{ ...YARD }, { name: "nowhere" }, { ...YARD, company_destination_id: 1 }],
      product_rates: [{ ...cut(), rate: 0 }, cut()],
      haul_rates: [{ ...haul(), per: "unit" }, haul()],
      rumours: [],
    });
    expect(d).toMatchObject({ name: "Old", start_date: "", location_method: null, latitude: null });
    expect([d.companies.length, d.products.length, d.destinations.length]).toEqual([1, 1, 1]);
    expect([d.product_rates, d.haul_rates]).toEqual([[cut()], [haul()]]);
  });
});
