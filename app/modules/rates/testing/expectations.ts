import type { Expectations } from "../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_ANY_COMPANY,
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_WITHOUT_MILL,
  REQUESTER_NOT_FOUND,
  REQUESTER_ONLY,
} from "../../../../e2e/support/rows";

const PRODUCT_RATE = {
  job_product_rate_type_id: 1,
  receiving_company_id: 2,
  paying_company_id: 1,
  product: "5-746-0",
  wood_unit_type_id: 2,
  rate: "12.5",
};

const HAUL = {
  receiving_company_id: 3,
  paying_company_id: 1,
  job_destination_id: 1,
  per: "load",
  rate: "180",
};

/** Request bodies that are valid but refused for every user because of the rates that they name. */
const ALSO_GOOD = {
  updateProductRate: { version: 2, ...PRODUCT_RATE },
  removeProductRate: { version: 2 },
  updateHaulRate: { version: 2, ...HAUL },
  removeHaulRate: { version: 2 },
};

/** Test expectations for rates. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/rates": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/product-rates": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/product-rates/:rate_id": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/haul-rates": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/haul-rates/:rate_id": GET_NOT_ALLOWED,
    "/jobs/:jobId/haul-rates/:rateId": REQUESTER_NOT_FOUND,
    "/jobs/:jobId/haul-rates/:rateId/removal": REQUESTER_NOT_FOUND,
    "/jobs/:jobId/haul-rates/new": REQUESTER_ONLY,
    "/jobs/:jobId/product-rates/:rateId": REQUESTER_NOT_FOUND,
    "/jobs/:jobId/product-rates/:rateId/removal": REQUESTER_NOT_FOUND,
    "/jobs/:jobId/product-rates/new": REQUESTER_ONLY,
    "/jobs/:jobId/rates": JOB_WITHOUT_MILL,
    "/settlements/rate-requests": ANY_COMPANY,
    "/api/settlements/rate-requests": API_ANY_COMPANY,
  },
  params: {
    rate_id: "987654",
    rateId: "987654",
  },
  bodies: {
    ...ALSO_GOOD,
    addProductRate: {},
    addHaulRate: {},
    answerRateRequest: {},
  },
  good: {
    ...ALSO_GOOD,
    addProductRate: PRODUCT_RATE,
    addHaulRate: HAUL,
    answerRateRequest: { kind: "haul", rate_id: 987654, version: 2, answer: "accept" },
  },
  pages: {
    manager: [
      "/jobs/1/rates",
      "/jobs/1/product-rates/new",
      "/jobs/1/haul-rates/1",
      "/settlements/rate-requests",
    ],
  },
  alike: {
    manager: [
      "/jobs/1/haul-rates/new",
      "/jobs/1/product-rates/1",
      "/jobs/1/product-rates/1/removal",
      "/jobs/1/haul-rates/1/removal",
    ],
  },
  forms: {
    manager: [
      "/jobs/1/product-rates/new",
      "/jobs/1/product-rates/1",
      "/jobs/1/product-rates/1/removal",
      "/jobs/1/haul-rates/1",
      "/jobs/1/haul-rates/1/removal",
    ],
  },
  shots: [{ name: "job-rates", as: "manager", path: "/jobs/{job}/rates" }],
};
