import type { Expectations } from "../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_ANY_COMPANY,
  GET_NOT_ALLOWED,
  NOT_FOUND_FOR_ALL,
} from "../../../../e2e/support/rows";

const PRICE = { region: "R20", week_on: "2026-11-17", price: "3.912" };

const RULE = { name: "Diesel by the mile", region: "R20", base: "2.50", method: "mile", mpg: "5.5" };

/** Test expectations for fuel prices and surcharges. */
export const expectations: Expectations = {
  answers: {
    "/settlements/fuel": ANY_COMPANY,
    "/settlements/fuel/surcharges/new": ANY_COMPANY,
    "/settlements/fuel/surcharges/:fuelRuleId": NOT_FOUND_FOR_ALL,
    "/api/fuel-prices": API_ANY_COMPANY,
    "/api/fuel-rules": API_ANY_COMPANY,
    "/api/fuel-rules/:fuel_rule_id": GET_NOT_ALLOWED,
  },
  params: { fuelRuleId: "987654", fuel_rule_id: "987654" },
  bodies: { addFuelPrice: PRICE, addFuelRule: { ...RULE, mpg: "a lot" }, stopFuelRule: {} },
  good: { addFuelPrice: { ...PRICE, week_on: "2026-11-16" }, addFuelRule: RULE, stopFuelRule: {} },
  pages: { manager: ["/settlements/fuel", "/settlements/fuel/surcharges/new"] },
  alike: {
    rival: ["/settlements/fuel"],
    manager: [
      "/settlements/fuel/surcharges/1",
      "/settlements/fuel/surcharges/new?method=mile",
      "/settlements/fuel/surcharges/new?method=unit",
    ],
  },
  forms: {
    manager: [
      "/settlements/fuel",
      "/settlements/fuel/surcharges/new?method=mile",
      "/settlements/fuel/surcharges/1",
    ],
  },
  shots: [
    { name: "fuel", as: "manager", path: "/settlements/fuel" },
    { name: "fuel-rule", as: "manager", path: "/settlements/fuel/surcharges/new" },
    { name: "fuel-rule-one", as: "manager", path: "/settlements/fuel/surcharges/1" },
  ],
};
