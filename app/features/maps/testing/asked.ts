import type { Asked } from "../../../../e2e/support/asked";
import { API_COMPANY, API_THEIRS, OFFICE_ONLY, ON_THE_JOB } from "../../../../e2e/support/rows";

/** What tests ask of maps. */
export const asked: Asked = {
  answers: {
    "/api/jobs/:id/map": { ...API_THEIRS, mill: 403 },
    "/api/map/county/:county_id": API_COMPANY,
    "/jobs/:jobId/map": ON_THE_JOB,
    "/jobs/:jobId/map/edit": OFFICE_ONLY,
  },
  params: {
    county_id: "26039",
  },
  pages: {
    manager: [
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
    { name: "job-map", as: "manager", path: "/jobs/{job}/map" },
    { name: "job-areas", as: "manager", path: "/jobs/{job}/map/edit" },
    { name: "job-pin", as: "manager", path: "/jobs/{job}/map/edit?method=pin" },
    { name: "job-areas-file", as: "manager", path: "/jobs/{job}/map/edit?method=import" },
  ],
};
