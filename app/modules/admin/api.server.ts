import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { listAnchors } from "./data/anchors.server";
import { getCompanySubscriptionStatus, listAllCompanies, listSkynetCompanies } from "./data/companies.server";
import { listAllJobs } from "./data/jobs.server";
import { listSubscriptions } from "./data/subscriptions.server";
import { listAllUsers } from "./data/users.server";

export const about: ApiSection = "Running the site";

const SEARCH = { texts: ["q"] };

/** API calls for signed-in super users; they don't exist for a company's key. */
export const calls: ApiCalls = {
  "GET /api/admin/anchors": { summary: "List the anchors of the history", procedure: listAnchors },
  "GET /api/admin/companies": { summary: "List all companies", procedure: listAllCompanies, ...SEARCH },
  "GET /api/admin/users": { summary: "List all people", procedure: listAllUsers, ...SEARCH },
  "GET /api/admin/jobs": { summary: "List all jobs", procedure: listAllJobs, ...SEARCH },
  "GET /api/skynet/companies": { summary: "List all companies", procedure: listSkynetCompanies, ...SEARCH },
  "GET /api/skynet/companies/{company_id}": {
    summary: "Read a company with its subscription",
    procedure: getCompanySubscriptionStatus,
  },
  "GET /api/skynet/subscriptions": {
    summary: "List subscriptions, and plans that were given",
    procedure: listSubscriptions,
    ...SEARCH,
  },
};
