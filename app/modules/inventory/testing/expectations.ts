import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_ON_THE_JOB,
  IN_THE_WOODS,
  IN_THE_WOODS_NO_SUCH,
  NO_GET,
  NO_SUCH,
  OFFICE_ONLY,
  ON_THE_JOB,
} from "../../../../e2e/support/rows";

const LONG_NAME = "x".repeat(81);

/** Valid bodies that are refused to everybody because of the rows that they name. */
const ALSO_GOOD = {
  reassignInventory: { loads: ["987654:2"], to_job_destination_id: 2 },
  deleteInventory: { loads: ["987654:2"] },
  updateLanding: { version: 2, name: "Stolen" },
  addLandingInventory: { product: "5-746-0", estimated_volume_remaining: 10, wood_unit_type_id: 2 },
  updateLandingInventory: { version: 2, estimated_volume_remaining: 10 },
  deleteLandingInventory: { version: 2 },
};

/** Test expectations for inventory. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/destinations/:job_destination_id/inventory": NO_GET,
    "/api/jobs/:job_id/landings": API_ON_THE_JOB,
    "/api/jobs/:job_id/landings/:landing_id": NO_GET,
    "/api/jobs/:job_id/landings/:landing_id/inventory": NO_GET,
    "/api/jobs/:job_id/landings/:landing_id/inventory/:inventory_id": NO_GET,
    "/jobs/:jobId/destinations/:jobDestinationId/inventory": OFFICE_ONLY,
    "/jobs/:jobId/destinations/:jobDestinationId/inventory/deletion": OFFICE_ONLY,
    "/jobs/:jobId/inventory-unit": { else: 302 },
    "/jobs/:jobId/inventory/:inventoryId": { ...NO_SUCH, mill: 403 },
    "/jobs/:jobId/inventory/:inventoryId/deletion": { ...NO_SUCH, mill: 403 },
    "/jobs/:jobId/landing": ON_THE_JOB,
    "/jobs/:jobId/landings/:landingId": IN_THE_WOODS_NO_SUCH,
    "/jobs/:jobId/landings/:landingId/inventory": IN_THE_WOODS_NO_SUCH,
    "/jobs/:jobId/landings/new": IN_THE_WOODS,
  },
  params: {
    landing_id: "987654",
    inventory_id: "987654",
    landingId: "987654",
    inventoryId: "987654",
  },
  bodies: {
    ...ALSO_GOOD,
    addLanding: { name: LONG_NAME },
  },
  good: {
    ...ALSO_GOOD,
    addLanding: { name: "North" },
  },
  pages: {
    manager: [
      "/jobs/1/landing",
      "/jobs/1/destinations/1/inventory",
      "/jobs/1/landings/1/inventory",
      "/jobs/1/inventory/1",
    ],
  },
  alike: {
    manager: [
      "/jobs/1/destinations/1/inventory/deletion",
      "/jobs/1/inventory/1/deletion",
      "/jobs/1/landings/1",
      "/jobs/1/landings/new",
    ],
  },
  forms: {
    manager: [
      "/jobs/1/destinations/1/inventory",
      "/jobs/1/landings/new",
      "/jobs/1/landings/1",
      "/jobs/1/landings/1/inventory",
      "/jobs/1/inventory/1",
      "/jobs/1/inventory/1/deletion",
    ],
  },
  shots: [
    { name: "job-landing", as: "logger", path: "/jobs/{job}/landing" },
    { name: "job-reassign", as: "manager", path: "/jobs/{job}/destinations/1/inventory" },
  ],
};
