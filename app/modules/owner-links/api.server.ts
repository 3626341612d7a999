import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { createOwnerLink, listOwnerLinks, revokeOwnerLink } from "./data/office.server";
import { listOwnerReports, recordOwnerReportDelivery } from "./data/reports.server";

export const about: ApiSection = "Jobs";

/** API calls for the links with which a land owner sees a job without an account, and for reports to the land owner. */
export const calls: ApiCalls = {
  "GET /api/jobs/{id}/owner-links": {
    summary: "List the live links by which the land owner reads a job's loads",
    procedure: listOwnerLinks,
  },
  "POST /api/jobs/{id}/owner-links": {
    summary: "Make a link by which the land owner reads a job's loads; it is answered once",
    procedure: createOwnerLink,
    status: 201,
  },
  "DELETE /api/jobs/{id}/owner-links/{link_id}": {
    summary: "End a land owner's link",
    procedure: revokeOwnerLink,
  },
  "GET /api/jobs/{id}/owner-reports": {
    summary: "List the reports that were given to a job's land owner",
    procedure: listOwnerReports,
  },
  "POST /api/jobs/{id}/owner-reports": {
    summary: "Record that the land owner was given a report",
    procedure: recordOwnerReportDelivery,
    status: 201,
  },
};
