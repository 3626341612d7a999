import type { Expectations } from "../../../../../e2e/support/expectations";
import {
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_WITHOUT_MILL,
  NOT_FOUND_FOR_ALL,
  REQUESTER_AND_LOGGER,
} from "../../../../../e2e/support/rows";

/** Test expectations for roads. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/roads": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/roads/:road_id": GET_NOT_ALLOWED,
    "/jobs/:jobId/roads": JOB_WITHOUT_MILL,
    "/jobs/:jobId/roads/:roadId": { ...NOT_FOUND_FOR_ALL, mill: 403 },
    "/jobs/:jobId/roads/:roadId/removal": { else: 302 },
    "/jobs/:jobId/roads/new": REQUESTER_AND_LOGGER,
  },
  params: {
    road_id: "987654",
    roadId: "987654",
  },
  bodies: {
    addRoad: { road_type_id: 1, points: "nowhere" },
    updateRoad: { version: 2 },
    removeRoad: { version: 2 },
  },
  good: {
    addRoad: { road_type_id: 1 },
    updateRoad: { version: 2 },
    removeRoad: { version: 2 },
  },
  pages: {
    manager: ["/jobs/1/roads", "/jobs/1/roads/1", "/jobs/1/roads/new"],
  },
  forms: {
    manager: ["/jobs/1/roads/new", "/jobs/1/roads/1"],
  },
  shots: [
    { name: "road-new", as: "manager", path: "/jobs/{job}/roads/new" },
    { name: "road", as: "manager", path: "/jobs/{job}/roads/1" },
  ],
};
