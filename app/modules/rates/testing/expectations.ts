import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_COMPANY,
  API_ON_THE_JOB,
  COMPANY,
  NO_GET,
  OFFICE_NO_SUCH,
  OFFICE_ONLY,
  ON_THE_JOB,
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

/** Valid bodies that are refused to everybody because of what they name. */
const ALSO_GOOD = {
  updateProductRate: { version: 2, ...PRODUCT_RATE },
  removeProductRate: { version: 2 },
  updateHaulRate: { version: 2, ...HAUL },
  removeHaulRate: { version: 2 },
};

/** Test expectations for rates. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/rates": API_ON_THE_JOB,
    "/api/jobs/:job_id/product-rates": NO_GET,
    "/api/jobs/:job_id/product-rates/:rate_id": NO_GET,
    "/api/jobs/:job_id/haul-rates": NO_GET,
    "/api/jobs/:job_id/haul-rates/:rate_id": NO_GET,
    "/jobs/:jobId/haul-rates/:rateId": OFFICE_NO_SUCH,
    "/jobs/:jobId/haul-rates/:rateId/removal": OFFICE_NO_SUCH,
    "/jobs/:jobId/haul-rates/new": OFFICE_ONLY,
    "/jobs/:jobId/product-rates/:rateId": OFFICE_NO_SUCH,
    "/jobs/:jobId/product-rates/:rateId/removal": OFFICE_NO_SUCH,
    "/jobs/:jobId/product-rates/new": OFFICE_ONLY,
    "/jobs/:jobId/rates": ON_THE_JOB,
    "/settlements/rate-requests": COMPANY,
    "/api/settlements/rate-requests": API_COMPANY,
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
