import type { Asked } from "../../../../e2e/support/asked";
import { API_COMPANY, COMPANY } from "../../../../e2e/support/rows";

const PRICE = { region: "R20", week_on: "2026-11-17", price: "3.912" };

/** What tests ask of fuel prices. */
export const asked: Asked = {
  answers: {
    "/settlements/fuel": COMPANY,
    "/api/fuel-prices": API_COMPANY,
  },
  bodies: { addFuelPrice: PRICE },
  good: { addFuelPrice: { ...PRICE, week_on: "2026-11-16" } },
  pages: { manager: ["/settlements/fuel"] },
  alike: { rival: ["/settlements/fuel"] },
  forms: { manager: ["/settlements/fuel"] },
  shots: [{ name: "fuel", as: "manager", path: "/settlements/fuel" }],
};
