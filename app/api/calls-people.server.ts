import { createCompany } from "~/features/companies/create-company.server";
import { updatePermission } from "~/features/companies/permissions.server";
import { listCrews } from "~/features/people/crews.server";
import { addEmployee, deleteEmployee, updateEmployee } from "~/features/people/employees.server";
import { answerJoinRequest, askToJoin } from "~/features/people/join-requests.server";
import { updateUser } from "~/features/people/users.server";
import type { RestCalls } from "~/web/rest.server";
import { peopleAnswers as answers } from "./answers-people";

/** Calls about companies' people: founding one, joining one, its crews, employees and permissions. */
export const PEOPLE_CALLS = {
  "/api/company": {
    POST: {
      summary: "Set up a company; whoever calls becomes its admin",
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
      summary: "Let somebody in who asked to join, into crews, or turn them away",
      procedure: answerJoinRequest,
      params: ["company_id", "request_id"],
      answer: answers.answered,
    },
  },
  "/api/company/{company_id}/crews": {
    GET: {
      summary: "List the crews of your company with who is in them",
      procedure: listCrews,
      params: ["company_id"],
      answer: answers.crews,
    },
  },
  "/api/company/{company_id}/employees": {
    POST: {
      summary: "Add an employee; they get a link to choose a password",
      procedure: addEmployee,
      params: ["company_id"],
      status: 201,
      answer: answers.employed,
    },
  },
  "/api/company/{company_id}/employees/{user_id}": {
    PUT: {
      summary: "Change an employee: crews and Is Admin, and until they have a password name, phone and email",
      procedure: updateEmployee,
      params: ["company_id", "user_id"],
      answer: answers.employeeChanged,
    },
    DELETE: {
      summary: "Take an employee out of the company",
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
  "/api/user/{id}": {
    PUT: {
      summary: "Change your own account: the company to start with",
      procedure: updateUser,
      params: ["id"],
      answer: answers.user,
    },
  },
} as const satisfies Record<string, RestCalls>;
