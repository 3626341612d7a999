import type { Expectations } from "../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_ANY_COMPANY,
  EXPORT_PAGES,
  GET_NOT_ALLOWED,
  MANAGER_ONLY,
} from "../../../../e2e/support/rows";

const GOAL = { job_id: 987_654, grain: "week", amount: "60", starts_on: "2026-01-05" };

/** Test expectations for production. */
export const expectations: Expectations = {
  answers: {
    "/production": ANY_COMPANY,
    "/production/file": EXPORT_PAGES,
    "/production/goals/:goalId": MANAGER_ONLY,
    "/production/goals/:goalId/deletion": MANAGER_ONLY,
    "/production/goals/new": ANY_COMPANY,
    "/api/production": API_ANY_COMPANY,
    "/api/production/goals": API_ANY_COMPANY,
    "/api/production/inventory": API_ANY_COMPANY,
    "/api/production/goals/:production_goal_id": GET_NOT_ALLOWED,
    "/api/production/trucks": API_ANY_COMPANY,
    "/api/production/turn-times": API_ANY_COMPANY,
  },
  params: { goalId: "1", production_goal_id: "987654" },
  bodies: { createGoal: GOAL, updateGoal: { ...GOAL, version: 2 }, deleteGoal: { version: 2 } },
  good: { createGoal: GOAL, updateGoal: { ...GOAL, version: 2 }, deleteGoal: { version: 2 } },
  pages: {
    manager: [
      "/production",
      "/production?report=turns",
      "/production?report=plan",
      "/production?report=inventory",
      "/production/goals/new",
    ],
    mill: ["/production?report=by&by=job"],
  },
  alike: {
    manager: ["/production?report=trucks", "/production/goals/1", "/production/goals/1/deletion"],
    rival: ["/production", "/production?report=plan", "/production?report=inventory"],
  },
  forms: { manager: ["/production/goals/new", "/production/goals/1", "/production/goals/1/deletion"] },
  shots: [
    { name: "production", as: "manager", path: "/production" },
    { name: "production-by", as: "manager", path: "/production?report=by&by=hauler" },
    { name: "production-turns", as: "manager", path: "/production?report=turns" },
    { name: "production-plan", as: "manager", path: "/production?report=plan" },
    { name: "production-inventory", as: "manager", path: "/production?report=inventory" },
    { name: "production-goal", as: "manager", path: "/production/goals/new" },
    { name: "production-paper", as: "manager", path: "/production", print: true },
  ],
};
