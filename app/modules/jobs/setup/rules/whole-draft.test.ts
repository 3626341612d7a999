import { expect, test } from "vitest";
import { type Draft, readDraft } from "./draft";
import { apiDraftInput, fromApiDraft, toApiDraft } from "./whole-draft";

/** Create a random number generator that repeats for the same seed. */
function random(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
}

/** Build a complete draft with random values in every field that a job has. */
function someDraft(seed: number): Draft {
  const upTo = random(seed);
  const some = <T>(most: number, make: (i: number) => T) =>
    Array.from({ length: 1 + upTo(most) }, (_, i) => make(i));
  const text = () => ["", "North 40", 'A "quoted" name', "Ørsted & Söner", "27"][upTo(5)] ?? "";
  const isTrue = () => upTo(2) === 1;
  const orNone = <T>(value: T) => (isTrue() ? value : null);
  const unit = () => 1 + upTo(3);
  const product = () => ({
    product_type_id: 1 + upTo(20),
    wood_species_id: orNone(1 + upTo(900)),
    wood_species_type_id: orNone(1 + upTo(9)),
    wood_unit_type_id: unit(),
  });
  const place = () =>
    isTrue()
      ? { company_destination_id: 1 + upTo(99), company_location_id: null }
      : { company_destination_id: null, company_location_id: 1 + upTo(99) };
  const rate = () => 1 + upTo(1_000_000_000);
  const terms = () => ({
    minimum_cents: orNone(1 + upTo(1_000_000)),
    quantity_basis: isTrue() ? "scaled" : "estimated",
    may_convert: isTrue(),
    log_rule: orNone("DOYLE"),
    shares: isTrue() ? [1, 2].map((company_id) => ({ company_id, parts: 1 + upTo(9) })) : [],
  });
  const x = -120 + upTo(50_000) / 1000;
  const y = 30 + upTo(15_000) / 1000;
  const ring = [
    [x, y],
    [x + 0.01, y],
    [x + 0.01, y + 0.0123456],
    [x, y],
  ];
  return readDraft({
    name: text() || "A job",
    contract_number: text(),
    start_date: "2026-12-01",
    end_date: orNone("2027-03-31") ?? "",
    request_user_company_id: 7,
    us_state_id: 1 + upTo(56),
    us_county_id: 1 + upTo(56_000),
    plss_meridian_code: orNone("19"),
    township: text(),
    range: text(),
    section: text(),
    location_method: "skip",
    latitude: orNone(y),
    longitude: orNone(x),
    geom: orNone(JSON.stringify({ type: "MultiPolygon", coordinates: [[ring]] })),
    companies: some(4, (i) => ({
      company_id: 1 + i,
      cut_contract_name: text(),
      skid_contract_name: text(),
      haul_contract_name: text(),
      is_land_owner: isTrue(),
      is_land_owner_authorizee: isTrue(),
      is_land_manager: isTrue(),
      is_cutter: isTrue(),
      is_skidder: isTrue(),
      is_hauler: isTrue(),
    })),
    products: some(4, product),
    destinations: some(3, () => ({
      ...place(),
      name: text() || "Yard",
      mileage: orNone(upTo(50_000) / 10),
      company_certification_ids: some(2, () => 1 + upTo(50)),
      product_mixes: some(3, () => ({ ...product(), is_accepted: isTrue() })),
    })),
    product_rates: some(9, () => ({
      job_product_rate_type_id: 1 + upTo(4),
      receiving_company_id: 1 + upTo(99),
      paying_company_id: 1 + upTo(99),
      paying_company_location_id: orNone(1 + upTo(99)),
      ...product(),
      rate: rate(),
      ...terms(),
    })),
    haul_rates: some(6, () => {
      const per = (["unit", "load", "mile"] as const)[upTo(3)] ?? "unit";
      return {
        receiving_company_id: 1 + upTo(99),
        paying_company_id: 1 + upTo(99),
        ...place(),
        per,
        wood_unit_type_id: per === "unit" ? unit() : null,
        rate: rate(),
        ...terms(),
      };
    }),
  });
}

test("converts a draft to API input and back without loss, to the hundredth of a cent", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const draft = someDraft(seed);
    const sent = JSON.parse(JSON.stringify(toApiDraft(draft)));
    expect(fromApiDraft(apiDraftInput.parse(sent), 7)).toEqual(draft);
  }
});

test("returns rates in dollars and the shape as GeoJSON", () => {
  const { product_rates, geom } = toApiDraft({
    ...someDraft(1),
    product_rates: someDraft(1)
      .product_rates.slice(0, 1)
      .map((r) => ({ ...r, rate: 50_000 })),
    geom: '{"type":"Polygon","coordinates":[[[-84.7,44.7],[-84.6,44.7],[-84.6,44.8],[-84.7,44.7]]]}',
  });
  expect(product_rates.map((r) => r.rate)).toEqual([5]);
  expect(geom).toMatchObject({ type: "MultiPolygon" });
});
