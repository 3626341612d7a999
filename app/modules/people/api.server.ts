import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addEmployeeByApi, listEmployees, updateEmployeeByApi } from "./data/employee-calls.server";
import { deleteEmployee } from "./data/employees.server";
import { readOwnUser, readUser } from "./data/read-user.server";
import { updateUser } from "./data/users.server";
import { listCrews } from "./shared/crews.server";
import { answerJoinRequest, requestToJoin } from "./shared/join-requests.server";

export const about: ApiSection = "Companies and places";

/** API calls about a company's people: requests to join, crews, employees and one's own account. */
export const calls: ApiCalls = {
  "POST /api/company/{company_id}/request": {
    summary: "Ask to join a company",
    procedure: requestToJoin,
    status: 201,
  },
  "PUT /api/company/{company_id}/request/{request_id}": {
    summary: "Accept someone who asked to join, into crews, or reject them",
    procedure: answerJoinRequest,
  },
  "GET /api/company/{company_id}/crews": {
    summary: "List your company's crews and their members",
    procedure: listCrews,
  },
  "GET /api/company/{company_id}/employees": {
    summary: "List the people of your company with their crews",
    procedure: listEmployees,
  },
  "POST /api/company/{company_id}/employees": {
    summary:
      "Add an employee, who gets a link to choose a password. Fields in user and crews, or next to company_id",
    procedure: addEmployeeByApi,
    status: 201,
  },
  "PUT /api/company/{company_id}/employees/{user_id}": {
    summary: "Change an employee: crews and Is Admin, and until they have a password name, phone and email",
    procedure: updateEmployeeByApi,
  },
  "DELETE /api/company/{company_id}/employees/{user_id}": {
    summary: "Remove an employee from the company",
    procedure: deleteEmployee,
  },
  "GET /api/user": {
    summary: "Read your own account with its companies and crews",
    procedure: readOwnUser,
  },
  "GET /api/user/{id}": {
    summary: "Read your own account by its id",
    procedure: readUser,
  },
  "PUT /api/user/{id}": {
    summary: "Change your own account: the company to start with",
    procedure: updateUser,
  },
};
