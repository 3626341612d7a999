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
  planted: [
    {
      reads: "settlement",
      words: ["$7.777"],
      sql: [
        "INSERT INTO fuel_price (company_id, region, week_on, price_mills, source, created_at) VALUES (1, 'R20', '2099-01-05', 7777, 'typed', '2026-01-05T00:00:00.000Z')",
      ],
    },
  ],
  shots: [{ name: "fuel", as: "manager", path: "/settlements/fuel" }],
};
