import type { Mutant } from "./mutant";

const PARTIES = ["db/parties.server.test.ts"];
const PARTY = 'import { jobParty } from "#db/views";';
const SEAT = 'import { jobSeat as jobParty } from "#db/views";';

const JOINS = ["app/features/company-joins/joins.server.test.ts"];

/** Who is named as a party to a job: only companies that accepted it and are still on it. */
export const parties: readonly Mutant[] = [
  {
    name: "rule: an invited company sees tickets before it accepts",
    file: "db/derived.sql",
    find: "FROM job_seat WHERE accepted_at IS NOT NULL",
    put: "FROM job_seat",
    tests: ["app/features/trip-tickets/seeing.server.test.ts"],
    title: "a company that is only invited sees no tickets",
  },
  {
    name: "rule: a company that declined keeps its seat",
    file: "db/derived.sql",
    find: "FROM job_company WHERE declined_at IS NULL AND removed_at IS NULL",
    put: "FROM job_company WHERE removed_at IS NULL",
    tests: PARTIES,
    title: "the views hold what the rows say",
  },
  {
    name: "rule: a company that was removed keeps its seat",
    file: "db/derived.sql",
    find: "FROM job_company WHERE declined_at IS NULL AND removed_at IS NULL",
    put: "FROM job_company WHERE declined_at IS NULL",
    tests: PARTIES,
    title: "the views hold what the rows say",
  },
  {
    name: "parties: an export names land owners who are only invited",
    file: "app/features/exports/beside-tickets.server.ts",
    find: PARTY,
    put: SEAT,
    tests: PARTIES,
    title: "exports name the land owners who accepted",
  },
  {
    name: "parties: a printed ticket names companies that are only invited",
    file: "app/features/trip-tickets/paper.server.ts",
    find: PARTY,
    put: SEAT,
    tests: PARTIES,
    title: "printed tickets and blank sheets name parties alone",
  },
  {
    name: "parties: a blank sheet names land owners who are only invited",
    file: "app/features/sheets/paper.server.ts",
    find: PARTY,
    put: SEAT,
    tests: PARTIES,
    title: "printed tickets and blank sheets name parties alone",
  },
  {
    name: "parties: the file for European buyers names a land owner who is only invited",
    file: "app/features/eudr/eudr.server.ts",
    find: PARTY,
    put: SEAT,
    tests: PARTIES,
    title: "the file for European buyers names a land owner who accepted",
  },
  {
    name: "parties: an invited company has its role on tickets",
    file: "app/core/tickets/job-parties.server.ts",
    find: PARTY,
    put: SEAT,
    tests: PARTIES,
    title: "the pure rules of a ticket are given the parties alone",
  },
  {
    name: "joins: who ran the company that goes is an admin of the one that stays",
    file: "app/features/company-joins/steps.server.ts",
    find: "is_primary = ${runs ? sql`is_primary` : sql`0`}",
    put: "is_primary = is_primary",
    tests: JOINS,
    title: "who don't become admins by it",
  },
  {
    name: "joins: an open link still leads into the company that others run now",
    file: "app/features/company-joins/steps.server.ts",
    find: "sql`UPDATE invite SET revoked_at = ${now} WHERE company_id = ${to} AND",
    put: "sql`UPDATE invite SET revoked_at = ${now} WHERE 0 AND",
    tests: ["app/features/company-joins/settled.server.test.ts"],
    title: "its people run it, with all its money",
  },
  {
    name: "joins: a load that is made at that moment keeps naming the company that goes",
    file: "app/features/company-joins/steps.server.ts",
    find: "AND NOT (${sql.join(left, sql` OR `)})",
    put: "",
    tests: JOINS,
    title: "at that moment: it goes along",
  },
  {
    name: "joins: companies are joined though something would be lost",
    file: "app/features/company-joins/joins.server.ts",
    find: 'if (why_not.length) throw notNow(why_not.join(" "));',
    put: "",
    tests: JOINS,
    title: "where something would be lost",
  },
  {
    name: "land owners: anybody's can be changed by its number",
    file: "app/features/companies/land-owner-change.server.ts",
    find: "    eq(company.creator_company_id, ctx.actor.company.id),\n    eq(company.is_land_owner, true),",
    put: "    eq(company.is_land_owner, true),",
    tests: ["app/features/companies/land-owners.server.test.ts"],
    title: "nobody else's land owner is there",
  },
  {
    name: "contracts: a job's companies show everybody's to everybody",
    file: "app/features/job-companies/companies.server.ts",
    find: "cut_contract_name: reads ? c.cut_contract_name : null,",
    put: "cut_contract_name: c.cut_contract_name,",
    tests: ["app/api/spec-jobs.server.test.ts"],
    title: "a job's companies come with their contracts to the requester",
  },
];
