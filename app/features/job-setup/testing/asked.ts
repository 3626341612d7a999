import type { Asked } from "../../../../e2e/support/asked";
import { NO_GET, NO_SUCH, SETUP, SETUP_ON } from "../../../../e2e/support/rows";

/** What tests ask of setting up a job. */
export const asked: Asked = {
  answers: {
    "/api/job-draft": { nobody: 401, else: 404 },
    "/api/jobs": NO_GET,
    "/jobs/create": SETUP_ON,
    "/jobs/create/authorizee": SETUP,
    "/jobs/create/cancellation": SETUP,
    "/jobs/create/companies": SETUP,
    "/jobs/create/contract": NO_SUCH,
    "/jobs/create/contractors": SETUP,
    "/jobs/create/copy": SETUP,
    "/jobs/create/land-owner": SETUP,
    "/jobs/create/map": SETUP,
    "/jobs/create/method-change": SETUP_ON,
    "/jobs/create/overview": SETUP,
    "/jobs/create/rates": SETUP,
    "/jobs/create/review": SETUP,
    "/jobs/create/sort-sheet": SETUP,
    "/jobs/create/sorts": SETUP,
    "/jobs/create/townships": SETUP_ON,
  },
  bodies: {
    createJob: { request_user_company_id: 987_654 },
    keepOverview: { version: 99 },
    resetSetup: {},
  },
  good: {
    createJob: {
      request_user_company_id: 1,
      draft: {
        name: "Fine",
        us_state_id: 13,
        us_county_id: 13_121,
        start_date: "2026-11-21",
        companies: [{ company_id: 1, is_land_manager: true }],
        products: [{ product_type_id: 5, wood_species_id: 746, wood_species_type_id: null }],
        destinations: [{ company_location_id: 1, name: "Yard" }],
        product_rates: [],
        haul_rates: [],
      },
    },
    keepOverview: { version: 1, name: "Fine" },
    resetSetup: {},
  },
  pages: {
    manager: [
      "/jobs/create/overview",
      "/jobs/create/land-owner",
      "/jobs/create/map",
      "/jobs/create/companies",
      "/jobs/create/sort-sheet",
      "/jobs/create/copy",
      "/jobs/create/rates",
      "/jobs/create/review",
      "/jobs/create/cancellation",
    ],
  },
  alike: {
    manager: [
      "/jobs/create/authorizee",
      "{setup_contract}",
      "/jobs/create/contractors",
      "/jobs/create/method-change?to=import",
      "/jobs/create/sorts",
      "/jobs/create/townships",
    ],
  },
  forms: {
    manager: [
      "/jobs/create/overview",
      "/jobs/create/land-owner",
      "/jobs/create/companies",
      "/jobs/create/sort-sheet",
      "/jobs/create/copy",
    ],
  },
  shots: [
    { name: "setup-sales", as: "rival", path: "/jobs/create/overview" },
    { name: "setup-overview", as: "manager", path: "/jobs/create/overview" },
    { name: "setup-owner", as: "manager", path: "/jobs/create/land-owner" },
    { name: "setup-map", as: "manager", path: "/jobs/create/map?choose=1" },
    { name: "setup-companies", as: "manager", path: "/jobs/create/companies?section=cutter" },
    { name: "setup-products", as: "manager", path: "/jobs/create/sort-sheet" },
    { name: "setup-copy", as: "manager", path: "/jobs/create/copy" },
    { name: "setup-rates", as: "manager", path: "/jobs/create/rates" },
    { name: "setup-review", as: "manager", path: "/jobs/create/review" },
  ],
};
