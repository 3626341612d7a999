import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { createCompany } from "./data/create-company.server";
import { updateCompany } from "./data/edit-company.server";
import { deleteLandOwner, updateLandOwner } from "./data/land-owner-change.server";
import { updatePermission } from "./data/permissions.server";
import { listCompanyFeatures, readCompany } from "./data/read-company.server";
import { searchCompanies } from "./shared/company-search.server";
import { createLandOwner, listLandOwners } from "./shared/land-owners.server";

export const about: ApiSection = "Companies and places";

/** API calls about companies and land owners. */
export const calls: ApiCalls = {
  "PUT /v1/company/{id}": {
    summary: "Change your company; send version plus one",
    procedure: updateCompany,
  },
  "GET /api/company/{company_id}": {
    summary:
      "Read your company; include: company_location, crews, crew_member_request, certifications, certification_requests, counts",
    procedure: readCompany,
  },
  "GET /api/company/{company_id}/features": {
    summary: "List what your company has bought or is trying, and until when",
    procedure: listCompanyFeatures,
  },
  "POST /api/company/search": {
    summary: "Search companies by name and role; include: location",
    procedure: searchCompanies,
    query: ["include"],
  },
  "GET /api/land-owners": {
    summary: "List the land owners you have added",
    procedure: listLandOwners,
  },
  "POST /api/land-owners": {
    summary: "Add a land owner, who doesn't have to be a user",
    procedure: createLandOwner,
    status: 201,
  },
  "PUT /api/land-owners/{land_owner_id}": {
    summary: "Change a land owner you have added; fields left out stay as they are",
    procedure: updateLandOwner,
    named: { id: "land_owner_id" },
  },
  "DELETE /api/land-owners/{land_owner_id}": {
    summary: "Take a land owner off your list; not while it is on a job",
    procedure: deleteLandOwner,
  },
  "POST /api/company": {
    summary: "Set up a company; the caller becomes its admin",
    procedure: createCompany,
    status: 201,
  },
  "PUT /api/company/{company_id}/permissions": {
    summary: "Set what a crew may do: one action on one entity",
    procedure: updatePermission,
  },
};
