import type { Asked } from "../../../../e2e/support/asked";
import { API_COMPANY, COMPANY, EXPORTS } from "../../../../e2e/support/rows";

/** What tests ask of production. */
export const asked: Asked = {
  answers: {
    "/production": COMPANY,
    "/production/file": EXPORTS,
    "/api/production": API_COMPANY,
    "/api/production/trucks": API_COMPANY,
    "/api/production/turn-times": API_COMPANY,
  },
  pages: { manager: ["/production", "/production?report=turns"], mill: ["/production?report=by&by=job"] },
  alike: { manager: ["/production?report=trucks"], rival: ["/production"] },
  shots: [
    { name: "production", as: "manager", path: "/production" },
    { name: "production-by", as: "manager", path: "/production?report=by&by=hauler" },
    { name: "production-turns", as: "manager", path: "/production?report=turns" },
    { name: "production-paper", as: "manager", path: "/production", print: true },
  ],
};
