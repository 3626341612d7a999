import type { Mutant } from "./mutant";

const CLAIMS = "app/core/work/claims.server.ts";
const RUNNER = "app/core/work/runner.server.ts";
const RACES = ["app/core/work/claims.server.test.ts"];
const WORK = ["app/core/work/work.server.test.ts"];
const ADMIN = ["app/features/work/admin.server.test.ts"];

/** What would be done twice, never, or by the wrong server. */
export const working: readonly Mutant[] = [
  {
    name: "work: an item under way is taken up by another server",
    file: CLAIMS,
    find: "i.claimed_until <= ?1 OR (i.started_at IS NULL",
    put: "i.claimed_until <= ?1 OR i.attempts = 1 OR (i.started_at IS NULL",
    tests: RACES,
    title: "two servers never do one item twice",
  },
  {
    name: "work: a claim never ends",
    file: CLAIMS,
    find: "OR i.claimed_until <= ?1 OR (i.started_at",
    put: "OR (i.started_at",
    tests: RACES,
    title: "is taken up after its lease",
  },
  {
    name: "work: the late word of a server that died counts",
    file: CLAIMS,
    find: 'const MINE = "WHERE id = ? AND claimed_by = ?";',
    put: 'const MINE = "WHERE id = ? AND ? IS NOT NULL AND claimed_by IS NOT NULL";',
    tests: RACES,
    title: "does not end the try of another",
  },
  {
    name: "work: what isn't due is done",
    file: CLAIMS,
    find: " AND i.run_at <= ?1",
    put: "",
    tests: WORK,
    title: "what isn't due waits",
  },
  {
    name: "work: what was given up or done is done again",
    file: CLAIMS,
    find: "WHERE i.finished_at IS NULL AND i.given_up_at IS NULL AND",
    put: "WHERE",
    tests: WORK,
    title: "and is done once",
  },
  {
    name: "work: any server sweeps any store",
    file: CLAIMS,
    find: "AND (i.place IS NULL OR i.place = ?4)",
    put: "",
    tests: WORK,
    title: "by the server that has the store",
  },
  {
    name: "exports: another server writes what was just begun",
    file: CLAIMS,
    find: "OR (i.started_at IS NULL AND i.claimed_by = ?5))",
    put: "OR i.started_at IS NULL)",
    tests: ["app/features/exports/runs.server.test.ts"],
    title: "left to the server that its person speaks to",
  },
  {
    name: "work: a lane is done twice at a time",
    file: CLAIMS,
    find: "AND o.id <> i.id AND o.started_at IS NOT NULL AND o.claimed_until > ?1)",
    put: "AND o.id <> i.id AND o.started_at IS NOT NULL AND 0)",
    tests: WORK,
    title: "a lane is done one at a time",
  },
  {
    name: "work: an item on which servers die is tried for ever",
    file: RUNNER,
    find: "if (item.attempts > it.attempts && !it.every)",
    put: "if (false)",
    tests: RACES,
    title: "on which every server dies",
  },
  {
    name: "work: what could not be noted is done again",
    file: RUNNER,
    find: "if (earlier) return say(item, earlier.word);",
    put: "",
    tests: RACES,
    title: "could not be noted",
  },
  {
    name: "work: a server works on what its copy does not have yet",
    file: RUNNER,
    find: "if (!(await db.catchUp())) throw new Error(BEHIND);",
    put: "",
    tests: RACES,
    title: "stays behind",
  },
  {
    name: "work: what is under way is started over",
    file: "app/features/work/admin.server.ts",
    find: "isNull(workItem.claimed_until),",
    put: "",
    tests: ADMIN,
    title: "what is under way is left alone",
  },
  {
    name: "work: anybody settles it",
    file: "app/features/work/admin.server.ts",
    find: 'name: "settleWork",\n  audience: "super",',
    put: 'name: "settleWork",\n  audience: "user",',
    tests: ADMIN,
    title: "and for nobody else",
  },
  {
    name: "jobs: anyone on a job says what its contract is for",
    file: "app/features/jobs/contract-volumes.server.ts",
    find: 'const found = await jobFor(ctx, id, "edit");',
    put: 'const found = await jobFor(ctx, id, "see_products");',
    tests: ["app/features/jobs/work-picture.server.test.ts"],
    title: "the contract's volume is kept",
  },
  {
    name: "jobs: the work on a job counts loads that the company may not see",
    file: "app/features/jobs/work-read.server.ts",
    find: "eq(tripTicket.is_deleted, false), ticketsVisibleTo(ctx.actor)))",
    put: "eq(tripTicket.is_deleted, false)))",
    tests: ["app/features/jobs/work-picture.server.test.ts"],
    title: "a hauler's work on a job",
  },
  {
    name: "tickets: anyone who creates them keys them as delivered",
    file: "app/features/trip-tickets/keyed/key-load.server.ts",
    find: 'if (!plan.office && !(open.roles.has("job_hauler") &&',
    put: 'if (false && !(open.roles.has("job_hauler") &&',
    tests: ["app/features/trip-tickets/keyed/key-load.server.test.ts"],
    title: "the office and the named hauler may key",
  },
];
