import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getTrucks, getTurnTimes } from "./data/each.server";
import { createGoal, deleteGoal, updateGoal } from "./data/goals.server";
import { getInventory } from "./data/inventory.server";
import { getPlan } from "./data/plan.server";
import { getProduction } from "./shared/production.server";

export const about: ApiSection = "Dashboard and production";

/** API calls about production: totals of delivered loads. */
export const calls: ApiCalls = {
  "GET /api/production": {
    summary: "What the loads of a period came to, by time or by what is on them; ids like job_ids=7,8",
    procedure: getProduction,
  },
  "GET /api/production/trucks": {
    summary: "What each truck carried: days, loads, average weight; 92 days at most",
    procedure: getTrucks,
  },
  "GET /api/production/inventory": {
    summary: "Read what is left to haul now: wood on landings, and loads waiting for a hauler",
    procedure: getInventory,
  },
  "GET /api/production/goals": {
    summary: "Read the goals of the week and the month of a day, and the progress toward them",
    procedure: getPlan,
  },
  "POST /api/production/goals": {
    summary: "Set a goal for each week or month: of a job that the company runs, or at a mill's own yard",
    procedure: createGoal,
    status: 201,
  },
  "PUT /api/production/goals/{production_goal_id}": {
    summary: "Change a goal of the company",
    procedure: updateGoal,
  },
  "DELETE /api/production/goals/{production_goal_id}": {
    summary: "Delete a goal of the company",
    procedure: deleteGoal,
  },
  "GET /api/production/turn-times": {
    summary: "How long loads take, by destination, in minutes; 92 days at most",
    procedure: getTurnTimes,
  },
};
