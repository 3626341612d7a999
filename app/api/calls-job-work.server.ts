import { deleteInventory, reassignInventory } from "~/features/inventory/destination-inventory.server";
import { addLanding, updateLanding } from "~/features/inventory/landing-form.server";
import {
  addLandingInventory,
  deleteLandingInventory,
  updateLandingInventory,
} from "~/features/inventory/landing-inventory.server";
import { listJobLandings } from "~/features/inventory/landings.server";
import {
  addHaulRate,
  addProductRate,
  removeHaulRate,
  removeProductRate,
  updateHaulRate,
  updateProductRate,
} from "~/features/rates/change.server";
import { listJobRates } from "~/features/rates/rates.server";
import { addRoad, listJobRoads, removeRoad, updateRoad } from "~/features/roads/roads.server";
import * as answers from "./answers-jobpage";
import type { RestCalls } from "./rest.server";

/** Calls about the work on a job: its rates, roads, landings and inventory (spec 1, section 7). */
export const JOB_WORK_CALLS = {
  "/api/jobs/{job_id}/destinations/{job_destination_id}/inventory": {
    PUT: {
      summary: "Move waiting loads to another destination",
      procedure: reassignInventory,
      params: ["job_id", "job_destination_id"],
      answer: answers.counted,
    },
    DELETE: {
      summary: "Delete waiting loads",
      procedure: deleteInventory,
      params: ["job_id", "job_destination_id"],
      answer: answers.counted,
    },
  },
  "/api/jobs/{job_id}/rates": {
    GET: {
      summary: "List the rates you pay or receive; the requester gets all of them",
      procedure: listJobRates,
      params: ["job_id"],
      answer: answers.rates,
    },
  },
  "/api/jobs/{job_id}/product-rates": {
    POST: {
      summary: "Add a product rate",
      procedure: addProductRate,
      params: ["job_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/jobs/{job_id}/product-rates/{rate_id}": {
    PUT: {
      summary: "Change a product rate",
      procedure: updateProductRate,
      params: ["job_id", "rate_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Remove a product rate",
      procedure: removeProductRate,
      params: ["job_id", "rate_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/haul-rates": {
    POST: {
      summary: "Add a haul rate",
      procedure: addHaulRate,
      params: ["job_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/jobs/{job_id}/haul-rates/{rate_id}": {
    PUT: {
      summary: "Change a haul rate",
      procedure: updateHaulRate,
      params: ["job_id", "rate_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Remove a haul rate",
      procedure: removeHaulRate,
      params: ["job_id", "rate_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/roads": {
    GET: {
      summary: "List the roads of a job",
      procedure: listJobRoads,
      params: ["job_id"],
      answer: answers.roads,
    },
    POST: {
      summary: "Add a road",
      procedure: addRoad,
      params: ["job_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/jobs/{job_id}/roads/{road_id}": {
    PUT: {
      summary: "Change a road; fields left out stay as they are",
      procedure: updateRoad,
      params: ["job_id", "road_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Delete a road",
      procedure: removeRoad,
      params: ["job_id", "road_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/landings": {
    GET: {
      summary: "List a job's landings and what came and went",
      procedure: listJobLandings,
      params: ["job_id"],
      answer: answers.landings,
    },
    POST: {
      summary: "Add a landing",
      procedure: addLanding,
      params: ["job_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/jobs/{job_id}/landings/{landing_id}": {
    PUT: {
      summary: "Rename a landing",
      procedure: updateLanding,
      params: ["job_id", "landing_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/landings/{landing_id}/inventory": {
    POST: {
      summary: "Add wood to a landing",
      procedure: addLandingInventory,
      params: ["job_id", "landing_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/jobs/{job_id}/landings/{landing_id}/inventory/{inventory_id}": {
    PUT: {
      summary: "Edit inventory by an adjustment",
      procedure: updateLandingInventory,
      dto: true,
      params: ["job_id", "landing_id", "inventory_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Delete inventory",
      procedure: deleteLandingInventory,
      params: ["job_id", "landing_id", "inventory_id"],
      answer: answers.changed,
    },
  },
} as const satisfies Record<string, RestCalls>;
