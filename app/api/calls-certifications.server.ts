import {
  addCertification,
  listCertificationTypes,
  listCompanyCertifications,
  removeCertification,
  searchCertifications,
  updateCertification,
} from "~/features/certifications/certifications.server";
import {
  createCertificationGroup,
  endCertificationGroup,
  listCertificationGroupMembers,
  listCertificationGroups,
  renameCertificationGroup,
} from "~/features/certifications/groups.server";
import {
  endCertificationRequest,
  listCertificationRequests,
  requestCertification,
  respondToCertificationRequest,
  searchCertificationGroups,
} from "~/features/certifications/requests.server";
import { certificationAnswers as answers } from "./answers-certifications";
import type { RestCalls } from "./rest.server";

/** The calls about certifications, groups that work under one, and requests to (spec 2, section 7). */
export const CERTIFICATION_CALLS = {
  "/api/certification-types": {
    GET: {
      summary: "List the certification types with their product claims",
      procedure: listCertificationTypes,
      answer: answers.types,
    },
  },
  "/api/company/{company_id}/certifications": {
    GET: {
      summary: "List the certifications the company may use: its own and those of its groups",
      procedure: listCompanyCertifications,
      params: ["company_id"],
      answer: answers.certifications,
    },
    POST: {
      summary: "Add one of the company's certifications",
      procedure: addCertification,
      params: ["company_id"],
      status: 201,
      answer: answers.changed,
    },
  },
  "/api/company/{company_id}/certifications/{certification_id}": {
    PUT: {
      summary: "Change one of the company's certifications",
      procedure: updateCertification,
      params: ["company_id", "certification_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Remove one of the company's certifications; tickets that carry it keep it",
      procedure: removeCertification,
      params: ["company_id", "certification_id"],
      answer: answers.changed,
    },
  },
  "/api/certification/search": {
    POST: {
      summary: "Find certifications the company may use, by license or product claim",
      procedure: searchCertifications,
      answer: answers.certifications,
    },
  },
  "/api/certification-groups": {
    GET: {
      summary: "List the company's groups under its certifications",
      procedure: listCertificationGroups,
      answer: answers.groups,
    },
    POST: {
      summary: "Start a group under one of the company's certifications",
      procedure: createCertificationGroup,
      status: 201,
      answer: answers.changed,
    },
  },
  "/api/certification-groups/search": {
    POST: {
      summary: "Find other companies' groups to join, by holder, group, license or product claim",
      procedure: searchCertificationGroups,
      answer: answers.groupsFound,
    },
  },
  "/api/certification-groups/{certification_group_id}": {
    PUT: {
      summary: "Rename a group",
      procedure: renameCertificationGroup,
      params: ["certification_group_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "End a group and its memberships",
      procedure: endCertificationGroup,
      params: ["certification_group_id"],
      answer: answers.changed,
    },
  },
  "/api/certification-groups/{certification_group_id}/members": {
    GET: {
      summary: "List the companies in a group",
      procedure: listCertificationGroupMembers,
      params: ["certification_group_id"],
      answer: answers.members,
    },
  },
  "/api/certification-requests": {
    GET: {
      summary: "List the requests the company made and received, newest first",
      procedure: listCertificationRequests,
      answer: answers.requests,
    },
    POST: {
      summary: "Ask to join a group under another company's certificate",
      procedure: requestCertification,
      status: 201,
      answer: answers.changed,
    },
  },
  "/api/certification-requests/{certification_request_id}": {
    PUT: {
      summary: "Accept or reject a request",
      procedure: respondToCertificationRequest,
      params: ["certification_request_id"],
      answer: answers.answered,
    },
    DELETE: {
      summary: "Withdraw a request, leave a group, or end a membership",
      procedure: endCertificationRequest,
      params: ["certification_request_id"],
      answer: answers.changed,
    },
  },
} as const satisfies Record<string, RestCalls>;
