import { getDashboard } from "~/modules/dashboard/data/dashboard.server";
import { listFuelPrices } from "~/modules/fuel/data/fuel.server";
import { readFuelCard } from "~/modules/fuel/shared/fuel-card.server";
import { getLocalMapData } from "~/modules/maps/data/near-layers.server";
import { getMapPlaces } from "~/modules/maps/data/whole-map.server";
import {
  getUnreadCount,
  listNotifications,
  listOtherCompanyUnread,
} from "~/modules/notifications/shared/inbox.server";
import { getTrucks, getTurnTimes } from "~/modules/production/data/each.server";
import { getProductionFilters } from "~/modules/production/data/frame.server";
import { getGoalForm } from "~/modules/production/data/goals.server";
import { getInventory } from "~/modules/production/data/inventory.server";
import { getPlan } from "~/modules/production/data/plan.server";
import { DIMENSIONS } from "~/modules/production/rules/query";
import { getProduction } from "~/modules/production/shared/production.server";
import type { Database } from "../../client.server";
import type { actAs } from "../../testing/acting";
import type { BoundedSet } from "../plans";

type Looks = { person: Awaited<ReturnType<typeof actAs>>; db: Database; job: number; destination: number };
const WEEK = { from: "2026-10-05", to: "2026-10-11" };

/** Queries for pages that show how the business is doing (docs/dashboard.md, production.md, notifications.md). */
export const OVERVIEW_QUERIES: Record<string, (who: Looks) => Promise<unknown>> = {
  dashboard: ({ person }) => person.call(getDashboard, {}),
  "production of a month, by time and by what is on the loads": async ({ person, job, destination }) => {
    const month = { from: "2026-10-01", to: "2026-10-31" };
    await person.call(getProduction, month);
    await person.call(getProduction, {
      ...month,
      job_ids: String(job),
      job_destination_ids: String(destination),
    });
    for (const by of DIMENSIONS) await person.call(getProduction, { ...month, report: "by", by });
  },
  "production of a year": ({ person }) =>
    person.call(getProduction, { from: "2025-11-01", to: "2026-10-31", grain: "month" }),
  "production of days without loads": ({ person }) =>
    person.call(getProduction, { from: "2010-10-01", to: "2010-10-31" }),
  "notifications: the badge and the poll": ({ person }) => person.call(getUnreadCount, {}),
  "notifications: the inbox": async ({ person }) => {
    for (const show of ["unread", "all", "dismissed"] as const)
      await person.call(listNotifications, { show, take: 15 });
    await person.call(listOtherCompanyUnread, {});
  },
  "production: trucks and turn times of a week": async ({ person }) => {
    await person.call(getTrucks, WEEK);
    for (const by of ["destination", "job"] as const) await person.call(getTurnTimes, { ...WEEK, by });
  },
  "production: what it is narrowed to, and by what it could be": ({ person, job }) =>
    person.call(getProductionFilters, { ...WEEK, job_ids: job }),
  "production: what is left to haul": ({ person }) => person.call(getInventory, {}),
  "production: the plan, and the form of a goal": async ({ person }) => {
    await person.call(getPlan, { on: WEEK.to });
    await person.call(getGoalForm, {});
  },
  "the map: what the company sees, its land in a box, and what lies there": async ({ person }) => {
    const box = { west: -86, south: 44, east: -84, north: 46 };
    await person.call(getMapPlaces, {});
    await person.call(getMapPlaces, { ...box, areas: "1" });
    for (const zoom of [6, 8, 12]) await person.call(getLocalMapData, { ...box, zoom });
  },
  "fuel: the list and the card": async ({ person, db }) => {
    await person.call(listFuelPrices, {});
    const { company } = person.actor;
    if (company) await readFuelCard({ read: db.read, actor: { ...person.actor, company }, now: new Date() });
  },
};

/** Sets that this file's queries sort without paging, and the reason why they are small. */
export const OVERVIEW_BOUNDED_SETS: readonly BoundedSet[] = [
  { query: /ground_feature_box/, why: "what lies in a box that is looked at, found by its tree: 3,000" },
  { query: /"notification_inbox"/, why: "one person's inbox, which is swept after half a year" },
  { query: /fuel_price/, why: "the weeks of one region" },
  {
    query: /AS kind, j\.id, j\.name/,
    why: "the newest sixty active jobs of a company, and its goals of a month",
  },
  { query: /from "production_goal"/, why: "the goals that a company reads" },
  { query: /from "product_type" order by/, why: "the types of products, which are few" },
];
