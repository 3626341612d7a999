import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_ASKS_KNOWN,
  API_COMPANY,
  API_THEIRS,
  COMPANY,
  OFFICE_ONLY,
  ON_THE_JOB,
} from "../../../../e2e/support/rows";

/** Test expectations for maps. */
export const expectations: Expectations = {
  answers: {
    "/api/geolocation": API_COMPANY,
    "/api/jobs/:id/map": { ...API_THEIRS, mill: 403 },
    "/api/map": API_COMPANY,
    "/api/map/county/:county_id": API_COMPANY,
    "/api/map/ground": API_COMPANY,
    "/api/map/near": API_ASKS_KNOWN,
    "/map": COMPANY,
    "/jobs/:jobId/map": ON_THE_JOB,
    "/jobs/:jobId/map/edit": OFFICE_ONLY,
  },
  params: {
    county_id: "26039",
  },
  pages: {
    manager: [
      "/map",
      "/map?look=39.8283,-98.5795,3&kinds=job&jobs=all",
      "/jobs/1/map",
      "/jobs/1/map/edit",
      "/jobs/1/map/edit?method=pin",
      "/jobs/1/map/edit?method=import",
    ],
  },
  forms: {
    manager: ["/jobs/1/map/edit", "/jobs/1/map/edit?method=pin", "/jobs/1/map/edit?method=import"],
  },
  shots: [
    { name: "map", as: "manager", path: "/map" },
    { name: "map-country", as: "manager", path: "/map?look=39.8283,-98.5795,3" },
    { name: "job-map", as: "manager", path: "/jobs/{job}/map" },
    { name: "job-areas", as: "manager", path: "/jobs/{job}/map/edit" },
    { name: "job-pin", as: "manager", path: "/jobs/{job}/map/edit?method=pin" },
    { name: "job-areas-file", as: "manager", path: "/jobs/{job}/map/edit?method=import" },
  ],
};
