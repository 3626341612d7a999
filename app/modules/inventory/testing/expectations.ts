import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_WITHOUT_MILL,
  NOT_FOUND_FOR_ALL,
  REQUESTER_AND_LOGGER,
  REQUESTER_AND_LOGGER_NOT_FOUND,
  REQUESTER_ONLY,
} from "../../../../e2e/support/rows";

const LONG_NAME = "x".repeat(81);

/** Valid request bodies that every user is refused, because of the records they name. */
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
    "/api/jobs/:job_id/destinations/:job_destination_id/inventory": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/landings": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/landings/:landing_id": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/landings/:landing_id/inventory": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/landings/:landing_id/inventory/:inventory_id": GET_NOT_ALLOWED,
    "/jobs/:jobId/destinations/:jobDestinationId/inventory": REQUESTER_ONLY,
    "/jobs/:jobId/destinations/:jobDestinationId/inventory/deletion": REQUESTER_ONLY,
    "/jobs/:jobId/inventory-unit": { else: 302 },
    "/jobs/:jobId/inventory/:inventoryId": { ...NOT_FOUND_FOR_ALL, mill: 403 },
    "/jobs/:jobId/inventory/:inventoryId/deletion": { ...NOT_FOUND_FOR_ALL, mill: 403 },
    "/jobs/:jobId/landing": JOB_WITHOUT_MILL,
    "/jobs/:jobId/landings/:landingId": REQUESTER_AND_LOGGER_NOT_FOUND,
    "/jobs/:jobId/landings/:landingId/inventory": REQUESTER_AND_LOGGER_NOT_FOUND,
    "/jobs/:jobId/landings/new": REQUESTER_AND_LOGGER,
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
