import type { Mutant } from "./mutant";

const FIND = "app/features/find";
const TESTS = [`${FIND}/find.server.test.ts`];

/** What the one search would tell of others, or to who may not read it. */
export const finding: readonly Mutant[] = [
  {
    name: "find: a mill is shown where the wood was cut, on the list of jobs",
    file: "app/features/jobs/list.server.ts",
    find: "place: row.on ? placeOf(row) : null,",
    put: "place: placeOf(row),",
    tests: ["app/features/jobs/jobs.server.test.ts"],
    title: "a mill reads the job's number and dates",
  },
  {
    name: "find: one is invited to a job that was deleted",
    file: "db/derived-jobs.sql",
    find: " WHERE j.is_deleted = 0 AND j.is_sample = 0",
    put: " WHERE j.is_sample = 0",
    tests: ["app/features/jobs/jobs.server.test.ts"],
    title: "an invitation goes with its job",
  },
  {
    name: "find: everybody's invitations are listed",
    file: "app/features/jobs/list.server.ts",
    find: "c.company_id = ${ME} AND c.waits = 1",
    put: "c.waits = 1",
    tests: ["app/features/jobs/jobs.server.test.ts"],
    title: "an invitation goes with its job",
  },
  {
    name: "find: a mill is shown on the list of jobs what was contracted",
    file: "app/features/jobs/list-work.server.ts",
    find: ", worksOnJob(GIVEN_COMPANY)",
    put: "",
    tests: ["app/features/jobs/list-work.server.test.ts"],
    title: "the contract is for who works on the job",
  },
  {
    name: "find: everyone's jobs are found",
    file: `${FIND}/find-names.server.ts`,
    find: "WHERE c.company_id = ${me} AND (${begins(sql`j.name`",
    put: "WHERE ${me} > 0 AND (${begins(sql`j.name`",
    tests: TESTS,
    title: "of what others have nothing is found",
  },
  {
    name: "find: a contractor's contract is found by the others on the job",
    file: `${FIND}/find-names.server.ts`,
    find: "AND (p.company_id = ${me} OR EXISTS",
    put: "AND (${me} > 0 OR EXISTS",
    tests: TESTS,
    title: "not by other contractors",
  },
  {
    name: "find: a contractor's contract is told to the others who find the job",
    file: `${FIND}/find-names.server.ts`,
    find: "AND (p.company_id = ${me} OR ${job.request_user_company_id} = ${me}) AND",
    put: "AND ${me} > 0 AND",
    tests: TESTS,
    title: "not by other contractors",
  },
  {
    name: "find: any company is found by any word of its name",
    file: "app/core/access/partners.server.ts",
    find: "AND (j.request_user_company_id = ${me} OR ${mine}))",
    put: "AND (${me} > 0 OR ${mine}))",
    tests: [...TESTS, "app/core/access/partners.server.test.ts"],
    title: "partner",
  },
  {
    name: "find: who is only invited makes a partner",
    file: "app/core/access/partners.server.ts",
    find: "FROM job_party w",
    put: "FROM job_seat w",
    tests: ["app/core/access/partners.server.test.ts"],
    title: "partner",
  },
  {
    name: "find: people of other companies are found",
    file: `${FIND}/find-names.server.ts`,
    find: "        eq(crew.company_id, ctx.actor.company.id),\n",
    put: "",
    tests: TESTS,
    title: "people and places are the company's own",
  },
  {
    name: "find: tickets are found without the flag to read them",
    file: `${FIND}/find.server.ts`,
    find: "may.tickets ? findTickets(ctx, q, MOST_HITS) : []",
    put: "findTickets(ctx, q, MOST_HITS)",
    tests: TESTS,
    title: "what a crew may not read is not found",
  },
  {
    name: "find: everyone's places are found, not only mills'",
    file: `${FIND}/find-names.server.ts`,
    find: "        eq(company.is_mill, true),\n",
    put: "",
    tests: TESTS,
    title: "no other company's place",
  },
];
