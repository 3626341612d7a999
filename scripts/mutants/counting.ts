import type { Mutant } from "./mutant";

const GOALS = "app/features/production/goals.server.ts";
const PLAN = ["app/features/production/plan.server.test.ts"];
const PRODUCTION = ["app/features/production/production.server.test.ts"];
const DASHBOARD = ["app/features/home/dashboard.server.test.ts"];
const FUEL = ["app/features/fuel/fuel.server.test.ts"];

/** Whose numbers are counted and told: production, its goals, the first page, the price of diesel. */
export const counting: readonly Mutant[] = [
  {
    name: "production: the name of a company that one never met",
    file: "app/features/production/frame.server.ts",
    find: "ids.filter((id) => seen.some(({ key }) => key === id));",
    put: "ids.filter((id) => seen.length > 0 || id);",
    tests: PRODUCTION,
    title: "a report says what it is narrowed to",
  },
  {
    name: "production: landings of a job that one is only invited to",
    file: "app/features/production/inventory.server.ts",
    find: "FROM job_party p WHERE p.company_id = ${me})`;",
    put: "FROM job_seat p WHERE p.company_id = ${me})`;",
    tests: ["app/features/production/inventory.server.test.ts"],
    title: "shows landings to who has accepted to work on the job",
  },
  {
    name: "production: landings without their flag",
    file: "app/features/production/inventory.server.ts",
    find: "actor.permissions.landing_inventory.read ? landingsOf(ctx) : null",
    put: "landingsOf(ctx)",
    tests: ["app/features/production/inventory.server.test.ts"],
    title: "shows landings to who has accepted to work on the job",
  },
  {
    name: "production: what others hauled is offered",
    file: "app/features/production/frame.server.ts",
    find: "d.company_id = ${actor.company.id} AND d.at >=",
    put: "d.company_id > 0 AND d.at >=",
    tests: ["app/features/production/inventory.server.test.ts"],
    title: "offers to narrow by what is on the reader's loads",
  },
  {
    name: "goals: one hauler's goal is read by the others",
    file: "app/core/jobs/goals.server.ts",
    find: "const mayRead = sql`coalesce(o.hauler_company_id, ${me}) = ${me}`;",
    put: "const mayRead = sql`true`;",
    tests: PLAN,
    title: "who works on the job reads its goal",
  },
  {
    name: "goals: who only receives a job's wood reads its goal",
    file: "app/core/jobs/goals.server.ts",
    find: " AND ${mayRead} AND ${works(sql`o.job_id`)}",
    put: " AND ${mayRead}",
    tests: PLAN,
    title: "who works on the job reads its goal",
  },
  {
    name: "goals: who works on a job sets its goals",
    file: GOALS,
    find: "WHERE p.company_id = ${me} AND p.is_land_manager = 1)`;",
    put: "WHERE p.company_id = ${me})`;",
    tests: PLAN,
    title: "the requester, the land manager and the mill set goals",
  },
  {
    name: "goals: at another company's yard",
    file: GOALS,
    find: "${companyLocation.company_id} = ${actor.company.roles.is_mill ? actor.company.id : 0}",
    put: "${companyLocation.company_id} > 0",
    tests: PLAN,
    title: "the requester, the land manager and the mill set goals",
  },
  {
    name: "goals: another company's is changed",
    file: GOALS,
    find: "eq(g.company_id, ctx.actor.company.id), ",
    put: "",
    tests: PLAN,
    title: "its writer alone changes and deletes a goal",
  },
  ...(
    [
      [
        "rates",
        "sees_rates: may.job_rate.read ? 1 : 0",
        "sees_rates: 1",
        "says how many work on a job without a rate",
      ],
      ["answers", "sees_companies: may.job_company.read ? 1 : 0", "sees_companies: 1", "waits three days"],
      [
        "landings",
        "sees_landings: may.landing_inventory.read ? 1 : 0",
        "sees_landings: 1",
        "tells of a landing below zero",
      ],
      [
        "changed contracts, to who may not answer",
        "answers: may.job_company.read && may.job_company.update ? 1 : 0",
        "answers: 1",
        "asks who works there to accept a contract that changed",
      ],
      [
        "declined companies, to all who work there",
        'FROM (${jobsWhere(sql`p.is_land_manager = 1`)}) x CROSS JOIN job j ON j.id = x.id WHERE ${at("sees_companies")}`;\n\n/** Jobs on which',
        'FROM (${jobsWhere(sql`1`)}) x CROSS JOIN job j ON j.id = x.id WHERE ${at("sees_companies")}`;\n\n/** Jobs on which',
        "says who declined",
      ],
      [
        "lines of a mill's statement, to others",
        "FROM mill_statement WHERE company_id = ${me} AND created_at",
        "FROM mill_statement WHERE created_at",
        "counts the lines of a mill",
      ],
      [
        "gaps, to all who work there",
        "FROM (${jobsWhere(sql`p.is_land_manager = 1`)}) x CROSS JOIN job j ON j.id = x.id\n    JOIN number_series",
        "FROM (${jobsWhere(sql`1`)}) x CROSS JOIN job j ON j.id = x.id\n    JOIN number_series",
        "names the jobs whose load numbers have gaps",
      ],
    ] as const
  ).map(([what, find, put, title]) => ({
    name: `first page: needs of ${what}`,
    file: "app/features/home/needs.server.ts",
    find,
    put,
    tests: ["app/features/home/needs.server.test.ts"],
    title,
  })),
  {
    name: "first page: what others see hauled is added to an owner's",
    file: "app/features/home/progress.server.ts",
    find: 'WHERE c.company_id = ${me} AND ${at("owns")} GROUP BY',
    put: 'WHERE ${at("owns")} GROUP BY',
    tests: DASHBOARD,
    title: "tells an owner what was hauled",
  },
  {
    name: "first page: goals count what others see delivered",
    file: "app/features/home/progress.server.ts",
    find: "WHERE c.company_id = ${me} AND c.at >=",
    put: "WHERE c.at >=",
    tests: DASHBOARD,
    title: "says how far goals have come as the plan does",
  },
  {
    name: "first page: rates without their flag",
    file: "app/features/home/answers.server.ts",
    find: "earns && actor.permissions.job_rate.read ? ratesOf(ctx) : null",
    put: "earns ? ratesOf(ctx) : null",
    tests: DASHBOARD,
    title: "shows a driver their own loads",
  },
  {
    name: "first page: what is paid without its flag",
    file: "app/features/home/answers.server.ts",
    find: "money: actor.permissions.settlement.read ? 1 : 0,",
    put: "money: 1,",
    tests: DASHBOARD,
    title: "shows a driver their own loads",
  },
  {
    name: "first page: loads without their flag",
    file: "app/features/home/dashboard.server.ts",
    find: "if (!actor.permissions.trip_ticket.read)",
    put: "if (!actor.company.id)",
    tests: DASHBOARD,
    title: "shows a driver their own loads",
  },
  {
    name: "fuel: a price that another company typed",
    file: "app/core/fuel/fuel-prices.server.ts",
    find: 'FROM fuel_price f WHERE f.company_id = ${at("me")} AND',
    put: 'FROM fuel_price f WHERE f.company_id <> -coalesce(${at("me")}, 0) AND',
    tests: FUEL,
    title: "own price counts for it alone",
  },
  {
    name: "fuel: the company's own price without the flag of settlements",
    file: "app/core/fuel/fuel-card.server.ts",
    find: "const company = reads ? actor.company.id : null;",
    put: "const company = actor.company.id;",
    tests: FUEL,
    title: "says that a price is old",
  },
];
