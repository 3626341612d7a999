import type { About, ApiCalls } from "~/web/rest-call";
import { addFuelPrice, listFuelPrices } from "./fuel.server";

export const about: About = "Weather and fuel";

/** Calls about the price of diesel. */
export const calls: ApiCalls = {
  "GET /api/fuel-prices": {
    summary:
      "List what diesel cost week by week: of a region, of a state by us_state_id, else where the company is",
    procedure: listFuelPrices,
  },
  "POST /api/fuel-prices": {
    summary: "Add the company's own price of a week, or correct it with one more row",
    procedure: addFuelPrice,
    status: 201,
  },
};
