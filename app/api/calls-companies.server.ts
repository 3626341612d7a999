import { searchCompanies } from "~/core/access/company-search.server";
import { updateCompany } from "~/features/companies/edit-company.server";
import { deleteLandOwner, updateLandOwner } from "~/features/companies/land-owner-change.server";
import { createLandOwner, listLandOwners } from "~/features/companies/land-owners.server";
import { listCompanyFeatures, readCompany } from "~/features/companies/read-company.server";
import * as answers from "./answers-companies";
import type { RestCalls } from "./rest.server";

/** Calls about companies (spec 2, section 7). */
export const COMPANY_CALLS = {
  "/v1/company/{id}": {
    PUT: {
      summary: "Change your company; send version plus one",
      procedure: updateCompany,
      params: ["id"],
      answer: answers.company,
    },
  },
  "/api/company/{company_id}": {
    GET: {
      summary:
        "Read one's company; include: company_location, crews, crew_member_request, certifications, certification_requests, counts",
      procedure: readCompany,
      params: ["company_id"],
      answer: answers.companyRead,
    },
  },
  "/api/company/{company_id}/features": {
    GET: {
      summary: "List what one's company has bought or tries, and until when",
      procedure: listCompanyFeatures,
      params: ["company_id"],
      answer: answers.features,
    },
  },
  "/api/company/search": {
    POST: {
      summary: "Search companies by name and role; include: location",
      procedure: searchCompanies,
      query: ["include"],
      answer: answers.companyFaces,
    },
  },
  "/api/land-owners": {
    GET: {
      summary: "List the land owners you have added",
      procedure: listLandOwners,
      answer: answers.landOwners,
    },
    POST: {
      summary: "Add a land owner, who doesn't have to be a user",
      procedure: createLandOwner,
      answer: answers.made,
      status: 201,
    },
  },
  "/api/land-owners/{land_owner_id}": {
    PUT: {
      summary: "Change a land owner you have added; fields left out stay as they are",
      procedure: updateLandOwner,
      params: ["land_owner_id"],
      named: { id: "land_owner_id" },
      answer: answers.made,
    },
    DELETE: {
      summary: "Take a land owner off your list; not while it is on a job",
      procedure: deleteLandOwner,
      params: ["land_owner_id"],
      answer: answers.made,
    },
  },
} as const satisfies Record<string, RestCalls>;
