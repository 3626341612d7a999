import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addFuelPrice, listFuelPrices } from "./data/fuel.server";
import { addFuelRule, listFuelRules, stopFuelRule } from "./data/rules.server";

export const about: ApiSection = "Weather and fuel";

/** Calls about diesel prices and fuel surcharges. */
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
  "GET /api/fuel-rules": {
    summary: "List the company's surcharges for diesel, which a haul rate names by fuel_rule_id",
    procedure: listFuelRules,
  },
  "POST /api/fuel-rules": {
    summary: "Add a surcharge for diesel: a percentage of the haul, by the mile or by the unit",
    procedure: addFuelRule,
    status: 201,
  },
  "DELETE /api/fuel-rules/{fuel_rule_id}": {
    summary: "Stop offering a surcharge; rates that have it keep it",
    procedure: stopFuelRule,
  },
};
