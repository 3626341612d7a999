import type { ApiCalls, ApiSection } from "~/web/rest-call";
import {
  addCertification,
  listCertificationTypes,
  listCompanyCertifications,
  removeCertification,
  searchCertifications,
  updateCertification,
} from "./data/certifications.server";
import {
  createCertificationGroup,
  endCertificationGroup,
  listCertificationGroupMembers,
  listCertificationGroups,
  renameCertificationGroup,
} from "./data/groups.server";
import {
  endCertificationRequest,
  listCertificationRequests,
  requestCertification,
  respondToCertificationRequest,
  searchCertificationGroups,
} from "./shared/requests.server";

export const about: ApiSection = "Certifications";

/** API calls about certifications, groups that work under a certification, and requests to join a group. */
export const calls: ApiCalls = {
  "GET /api/certification-types": {
    summary: "List the certification types with their product claims",
    procedure: listCertificationTypes,
  },
  "GET /api/company/{company_id}/certifications": {
    summary: "List the certifications the company may use: its own and those of its groups",
    procedure: listCompanyCertifications,
  },
  "POST /api/company/{company_id}/certifications": {
    summary: "Add one of the company's certifications",
    procedure: addCertification,
    status: 201,
  },
  "PUT /api/company/{company_id}/certifications/{certification_id}": {
    summary: "Change one of the company's certifications",
    procedure: updateCertification,
  },
  "DELETE /api/company/{company_id}/certifications/{certification_id}": {
    summary: "Remove one of the company's certifications; tickets that carry it keep it",
    procedure: removeCertification,
  },
  "POST /api/certification/search": {
    summary: "Find certifications the company may use, by license or product claim",
    procedure: searchCertifications,
  },
  "GET /api/certification-groups": {
    summary: "List the company's groups under its certifications",
    procedure: listCertificationGroups,
  },
  "POST /api/certification-groups": {
    summary: "Start a group under one of the company's certifications",
    procedure: createCertificationGroup,
    status: 201,
  },
  "POST /api/certification-groups/search": {
    summary: "Find other companies' groups to join, by holder, group, license or product claim",
    procedure: searchCertificationGroups,
  },
  "PUT /api/certification-groups/{certification_group_id}": {
    summary: "Rename a group",
    procedure: renameCertificationGroup,
  },
  "DELETE /api/certification-groups/{certification_group_id}": {
    summary: "End a group and its memberships",
    procedure: endCertificationGroup,
  },
  "GET /api/certification-groups/{certification_group_id}/members": {
    summary: "List the companies in a group",
    procedure: listCertificationGroupMembers,
  },
  "GET /api/certification-requests": {
    summary: "List the requests the company made and received, newest first",
    procedure: listCertificationRequests,
  },
  "POST /api/certification-requests": {
    summary: "Ask to join a group under another company's certificate",
    procedure: requestCertification,
    status: 201,
  },
  "PUT /api/certification-requests/{certification_request_id}": {
    summary: "Accept or reject a request",
    procedure: respondToCertificationRequest,
  },
  "DELETE /api/certification-requests/{certification_request_id}": {
    summary: "Withdraw a request, leave a group, or end a membership",
    procedure: endCertificationRequest,
  },
};
