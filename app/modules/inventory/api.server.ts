import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addLanding, updateLanding } from "./data/landing-form.server";
import {
  addLandingInventory,
  deleteLandingInventory,
  updateLandingInventory,
} from "./data/landing-inventory.server";
import { listJobLandings } from "./data/landings.server";
import { deleteInventory, reassignInventory } from "./shared/destination-inventory.server";

export const about: ApiSection = "Jobs";

/** Calls about landings and their inventory. */
export const calls: ApiCalls = {
  "PUT /api/jobs/{job_id}/destinations/{job_destination_id}/inventory": {
    summary: "Move waiting loads to another destination",
    procedure: reassignInventory,
  },
  "DELETE /api/jobs/{job_id}/destinations/{job_destination_id}/inventory": {
    summary: "Delete waiting loads",
    procedure: deleteInventory,
  },
  "GET /api/jobs/{job_id}/landings": {
    summary: "List a job's landings and what came and went",
    procedure: listJobLandings,
  },
  "POST /api/jobs/{job_id}/landings": {
    summary: "Add a landing",
    procedure: addLanding,
    status: 201,
  },
  "PUT /api/jobs/{job_id}/landings/{landing_id}": {
    summary: "Rename a landing",
    procedure: updateLanding,
  },
  "POST /api/jobs/{job_id}/landings/{landing_id}/inventory": {
    summary: "Add wood to a landing",
    procedure: addLandingInventory,
    status: 201,
  },
  "PUT /api/jobs/{job_id}/landings/{landing_id}/inventory/{inventory_id}": {
    summary: "Edit inventory by an adjustment",
    procedure: updateLandingInventory,
    dto: true,
  },
  "DELETE /api/jobs/{job_id}/landings/{landing_id}/inventory/{inventory_id}": {
    summary: "Delete inventory",
    procedure: deleteLandingInventory,
  },
};
