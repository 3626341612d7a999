import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addRoad, listJobRoads, removeRoad, updateRoad } from "./data/roads.server";

export const about: ApiSection = "Jobs";

/** API calls for a job's roads. */
export const calls: ApiCalls = {
  "GET /api/jobs/{job_id}/roads": {
    summary: "List the roads of a job",
    procedure: listJobRoads,
  },
  "POST /api/jobs/{job_id}/roads": {
    summary: "Add a road",
    procedure: addRoad,
    status: 201,
  },
  "PUT /api/jobs/{job_id}/roads/{road_id}": {
    summary: "Change a road; fields left out stay as they are",
    procedure: updateRoad,
  },
  "DELETE /api/jobs/{job_id}/roads/{road_id}": {
    summary: "Delete a road",
    procedure: removeRoad,
  },
};
