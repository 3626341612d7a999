import { createCompany } from "~/features/companies/create-company.server";
import { updatePermission } from "~/features/companies/permissions.server";
import { listCrews } from "~/features/people/crews.server";
import {
  addEmployeeByCall,
  listEmployees,
  updateEmployeeByCall,
} from "~/features/people/employee-calls.server";
import { deleteEmployee } from "~/features/people/employees.server";
import { answerJoinRequest, askToJoin } from "~/features/people/join-requests.server";
import { readOwnUser, readUser } from "~/features/people/read-user.server";
import { updateUser } from "~/features/people/users.server";
import { peopleAnswers as answers } from "./answers-people";
import type { RestCalls } from "./rest.server";

/** Calls about companies' people: founding one, joining one, its crews, employees and permissions. */
export const PEOPLE_CALLS = {
  "/api/company": {
    POST: {
      summary: "Set up a company; the caller becomes its admin",
      procedure: createCompany,
      status: 201,
      answer: answers.founded,
    },
  },
  "/api/company/{company_id}/request": {
    POST: {
      summary: "Ask to join a company",
      procedure: askToJoin,
      params: ["company_id"],
      status: 201,
      answer: answers.asked,
    },
  },
  "/api/company/{company_id}/request/{request_id}": {
    PUT: {
      summary: "Accept someone who asked to join, into crews, or reject them",
      procedure: answerJoinRequest,
      params: ["company_id", "request_id"],
      answer: answers.answered,
    },
  },
  "/api/company/{company_id}/crews": {
    GET: {
      summary: "List your company's crews and their members",
      procedure: listCrews,
      params: ["company_id"],
      answer: answers.crews,
    },
  },
  "/api/company/{company_id}/employees": {
    GET: {
      summary: "List the people of your company with their crews",
      procedure: listEmployees,
      params: ["company_id"],
      answer: answers.employees,
    },
    POST: {
      summary:
        "Add an employee, who gets a link to choose a password. Fields in user and crews, or beside company_id",
      procedure: addEmployeeByCall,
      params: ["company_id"],
      status: 201,
      answer: answers.employed,
    },
  },
  "/api/company/{company_id}/employees/{user_id}": {
    PUT: {
      summary: "Change an employee: crews and Is Admin, and until they have a password name, phone and email",
      procedure: updateEmployeeByCall,
      params: ["company_id", "user_id"],
      answer: answers.employeeChanged,
    },
    DELETE: {
      summary: "Remove an employee from the company",
      procedure: deleteEmployee,
      params: ["company_id", "user_id"],
      answer: answers.ok,
    },
  },
  "/api/company/{company_id}/permissions": {
    PUT: {
      summary: "Set what a crew may do: one action on one entity",
      procedure: updatePermission,
      params: ["company_id"],
      answer: answers.permission,
    },
  },
  "/api/user": {
    GET: {
      summary: "Read your own account with its companies and crews",
      procedure: readOwnUser,
      answer: answers.account,
    },
  },
  "/api/user/{id}": {
    GET: {
      summary: "Read your own account by its id",
      procedure: readUser,
      params: ["id"],
      answer: answers.account,
    },
    PUT: {
      summary: "Change your own account: the company to start with",
      procedure: updateUser,
      params: ["id"],
      answer: answers.user,
    },
  },
} as const satisfies Record<string, RestCalls>;
