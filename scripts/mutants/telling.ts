import type { Mutant } from "./mutant";

const FILE = "app/features/history/company-history.server.ts";
const TESTS = ["app/features/history/company-history.server.test.ts"];

/** What the history of a company would tell of others, or to who may not read it. */
export const telling: readonly Mutant[] = [
  {
    name: "company history: it tells of everyone",
    file: FILE,
    find: "        eq(auditEntry.creator_company_id, ctx.actor.company.id),\n",
    put: "",
    tests: TESTS,
    title: "to their own company alone",
  },
  {
    name: "company history: a load that is no longer seen",
    file: FILE,
    find: "AND (${ticketsVisibleTo(actor)} OR",
    put: "AND (1 OR",
    tests: TESTS,
    title: "no longer sees",
  },
  {
    name: "company history: a deleted load of others' numbers",
    file: FILE,
    find: " AND ${tripTicket.numbering_company_id} = ${me})",
    put: ")",
    tests: TESTS,
    title: "no longer sees",
  },
  {
    name: "company history: a job that the company left",
    file: FILE,
    find: "EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${job.id} AND p.company_id = ${me})",
    put: "1",
    tests: TESTS,
    title: "no longer on is left out",
  },
  {
    name: "company history: tickets without the flag",
    file: FILE,
    find: "THEN ${Number(trip_ticket.read)} AND",
    put: "THEN 1 AND",
    tests: TESTS,
    title: "a flag that is off",
  },
  {
    name: "company history: jobs without the flag",
    file: FILE,
    find: "ELSE ${Number(jobs.read)} AND",
    put: "ELSE 1 AND",
    tests: TESTS,
    title: "a flag that is off",
  },
  {
    name: "company history: what a crew may not read on a job's own page",
    file: FILE,
    find: "if (rights.hidden.some((hidden) => hidden === activity)) return null;",
    put: "",
    tests: TESTS,
    title: "a flag that is off",
  },
  {
    name: "company history: prices of others",
    file: FILE,
    find: "readableDiffs(open, company.id, entry.requester)",
    put: "readableDiffs(open, entry.requester, entry.requester)",
    tests: TESTS,
    title: "a price is told",
  },
  {
    name: "company history: prices without the flag",
    file: FILE,
    find: "diffs.filter((d) => tellsOf(activity, d, rights))",
    put: "diffs",
    tests: TESTS,
    title: "a price is told",
  },
  {
    name: "company history: where wood was cut, to a mill",
    file: FILE,
    find: "toldTo({ roles }, permissions, { activity, details })",
    put: "details",
    tests: TESTS,
    title: "where wood was cut",
  },
  {
    name: "company history: open without people's flag",
    file: FILE,
    find: '  may: "crew_member.read",\n',
    put: "",
    tests: TESTS,
    title: "the page is closed",
  },
  {
    name: "company history: who acts for other companies is offered",
    file: FILE,
    find: "WHERE creator_company_id = ${me} AND creator_user_id > 0",
    put: "WHERE creator_user_id > 0",
    tests: TESTS,
    title: "narrowed to a person",
  },
];
