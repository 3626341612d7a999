import type { Expectations } from "../../../../../e2e/support/expectations";
import { API_ON_THE_JOB, IN_THE_WOODS, NO_GET, NO_SUCH, ON_THE_JOB } from "../../../../../e2e/support/rows";

/** Test expectations for roads. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/roads": API_ON_THE_JOB,
    "/api/jobs/:job_id/roads/:road_id": NO_GET,
    "/jobs/:jobId/roads": ON_THE_JOB,
    "/jobs/:jobId/roads/:roadId": { ...NO_SUCH, mill: 403 },
    "/jobs/:jobId/roads/:roadId/removal": { else: 302 },
    "/jobs/:jobId/roads/new": IN_THE_WOODS,
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
