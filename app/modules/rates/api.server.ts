import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addHaulRate, addProductRate, updateHaulRate, updateProductRate } from "./data/change.server";
import { listJobRates } from "./data/rates.server";
import { removeHaulRate, removeProductRate } from "./data/removal.server";
import { answerRateRequest, listRateRequests } from "./shared/payer-requests.server";

export const about: ApiSection = "Jobs";

/** API calls about a job's rates. */
export const calls: ApiCalls = {
  "GET /api/jobs/{job_id}/rates": {
    summary: "List the rates you pay or receive; the requester gets all of them",
    procedure: listJobRates,
  },
  "POST /api/jobs/{job_id}/product-rates": {
    summary: "Add a product rate",
    procedure: addProductRate,
    status: 201,
  },
  "PUT /api/jobs/{job_id}/product-rates/{rate_id}": {
    summary: "Change a product rate",
    procedure: updateProductRate,
  },
  "DELETE /api/jobs/{job_id}/product-rates/{rate_id}": {
    summary: "Remove a product rate",
    procedure: removeProductRate,
  },
  "POST /api/jobs/{job_id}/haul-rates": {
    summary: "Add a haul rate",
    procedure: addHaulRate,
    status: 201,
  },
  "PUT /api/jobs/{job_id}/haul-rates/{rate_id}": {
    summary: "Change a haul rate",
    procedure: updateHaulRate,
  },
  "DELETE /api/jobs/{job_id}/haul-rates/{rate_id}": {
    summary: "Remove a haul rate",
    procedure: removeHaulRate,
  },
  "GET /api/settlements/rate-requests": {
    summary: "List the rates that other companies ask you to pay",
    procedure: listRateRequests,
  },
  "POST /api/settlements/rate-requests": {
    summary: "Accept or decline to pay a rate; you owe nothing by it until you accept",
    procedure: answerRateRequest,
  },
};
