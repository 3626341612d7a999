import { updateCompany } from "~/features/companies/edit-company.server";
import { createLandOwner, listLandOwners } from "~/features/companies/land-owners.server";
import { searchCompanies } from "~/features/companies/search.server";
import type { RestCalls } from "~/web/rest.server";
import * as answers from "./answers-companies";

/** Calls about companies (spec 2, section 7). */
export const COMPANY_CALLS = {
  "/v1/company/{id}": {
    PUT: {
      summary: "Change one's company; send version plus one",
      procedure: updateCompany,
      params: ["id"],
      answer: answers.company,
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
      summary: "List the land owners that one has noted down",
      procedure: listLandOwners,
      answer: answers.landOwners,
    },
    POST: {
      summary: "Note a land owner down, who need not be a user",
      procedure: createLandOwner,
      answer: answers.made,
      status: 201,
    },
  },
} as const satisfies Record<string, RestCalls>;
