import { STATUS, type StatusId } from "~/modules/trip-tickets/rules/trip-ticket";

/** Contents of the sample job: land in Michigan, two products, a mill, and a load at each stage. */

const SAWLOGS = { product_type_id: 1, wood_species_id: 125, wood_unit_type_id: 1 };
const PULPWOOD = { product_type_id: 5, wood_species_id: 746, wood_unit_type_id: 2 };
export const SAMPLE_PRODUCTS = [SAWLOGS, PULPWOOD];

export const SAMPLE_LAND = {
  name: "Sample: Big Creek Tract",
  us_state_id: 26,
  us_county_id: 26039,
  plss_meridian_code: "19",
  township: "T27N",
  range: "R3W",
  section: "12",
  latitude: 44.745,
  longitude: -84.635,
};

export const SAMPLE_MILL = { name: "Sample sawmill", latitude: 44.6614, longitude: -84.7148, mileage: 9 };

/** A load of the sample job: its status, product and volume, and how many minutes ago it was picked up and dropped off. */
export type SampleLoad = {
  status: StatusId;
  product: typeof SAWLOGS;
  volume: number;
  picked_up?: number;
  dropped_off?: number;
};
export const SAMPLE_LOADS: readonly SampleLoad[] = [
  { status: STATUS.available, product: SAWLOGS, volume: 5_500 },
  { status: STATUS.claimed, product: PULPWOOD, volume: 45_000 },
  { status: STATUS.inTransit, product: SAWLOGS, volume: 5_200, picked_up: 40 },
  { status: STATUS.completed, product: PULPWOOD, volume: 44_000, picked_up: 200, dropped_off: 150 },
];
