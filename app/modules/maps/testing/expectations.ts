import type { Expectations } from "../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_ANY_COMPANY,
  API_JOB_PARTICIPANTS,
  API_PUBLIC_QUERY_REQUIRED,
  JOB_WITHOUT_MILL,
  REQUESTER_ONLY,
} from "../../../../e2e/support/rows";

/** Test expectations for maps. */
export const expectations: Expectations = {
  answers: {
    "/api/geolocation": API_ANY_COMPANY,
    "/api/jobs/:id/map": { ...API_JOB_PARTICIPANTS, mill: 403 },
    "/api/map": API_ANY_COMPANY,
    "/api/map/county/:county_id": API_ANY_COMPANY,
    "/api/map/ground": API_ANY_COMPANY,
    "/api/map/near": API_PUBLIC_QUERY_REQUIRED,
    "/map": ANY_COMPANY,
    "/jobs/:jobId/map": JOB_WITHOUT_MILL,
    "/jobs/:jobId/map/edit": REQUESTER_ONLY,
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
