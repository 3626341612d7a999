import type { Mutant } from "./mutant";

const OWNER = "app/features/owner-links";
const TESTS = [`${OWNER}/opening.server.test.ts`, `${OWNER}/making.server.test.ts`];
const guard = (name: string, file: string, find: string, put: string, title: string): Mutant => ({
  name: `the land owner's link: ${name}`,
  file: `${OWNER}/${file}`,
  find,
  put,
  tests: TESTS,
  title,
});

/** What a code opens without an account, and what it never shows. */
export const ownerLinks: readonly Mutant[] = [
  guard(
    "an ended one still opens",
    "loads.server.ts",
    "l.revoked_at IS NULL AND (l.expires_at",
    "(l.expires_at",
    "at once, between the page and its file",
  ),
  guard(
    "one whose last day is over still opens",
    "loads.server.ts",
    " AND (l.expires_at IS NULL OR l.expires_at > ${now.toISOString()})",
    "",
    "when its last day is over",
  ),
  guard(
    "a file that is being written doesn't ask again",
    "loads.server.ts",
    "          told(eyes, now()),\n",
    "          told({ ...eyes, link_id: null }, now()),\n",
    "at once, between the page and its file",
  ),
  guard(
    "it outlives the owner's place on the job",
    "link.server.ts",
    `            sql\`EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = \${ownerLink.job_id}
              AND p.company_id = \${ownerLink.company_id} AND p.is_land_owner = 1)\`,\n`,
    "",
    "nothing of another job, nothing that was deleted",
  ),
  guard(
    "deleted loads are shown",
    "loads.server.ts",
    "    eq(tripTicket.is_deleted, false),\n    ticketsVisibleToCompany(company_id),\n",
    "",
    "nothing of another job, nothing that was deleted",
  ),
  guard(
    "guesses aren't counted",
    "link.server.ts",
    "    if (code) await ctx.count([{ limit: MOST_MISSES, bucket: bucketOf(ctx) }]);\n",
    "",
    "wrong codes are all alike",
  ),
  guard(
    "who guessed too often is told the right one",
    "link.server.ts",
    "  await refuseGuessing(ctx);\n",
    "",
    "wrong codes are all alike",
  ),
  guard(
    "the report names who drove",
    "loads.server.ts",
    "    hauler: facts.hauler,\n",
    "    hauler: facts.hauler,\n    driver: facts.driver_name,\n",
    "her loads, their sums and the gaps",
  ),
  guard(
    "anybody on the job makes one",
    "office.server.ts",
    'const found = await jobFor(ctx, input.id, "change_owner");',
    'const found = await jobFor(ctx, input.id, "see_tickets");',
    "who runs the job and the owner's own company",
  ),
  guard(
    "one for a company that isn't the land owner",
    "office.server.ts",
    "(c) => c.is_land_owner && c.accepted_at",
    "(c) => c.accepted_at",
    "who runs the job and the owner's own company",
  ),
  guard(
    "the land owner records that the report was given",
    "reports.server.ts",
    'const found = await jobFor(ctx, job_id, "report_to_owner");\n    if (found.job.is_sample) throw notNow("This is a practice job.");\n    const today',
    'const found = await jobFor(ctx, job_id, "change_owner");\n    if (found.job.is_sample) throw notNow("This is a practice job.");\n    const today',
    "who owes the report says that it was given",
  ),
  guard(
    "the land owner sets the clock of the report",
    "reports.server.ts",
    'const found = await jobFor(ctx, job_id, "report_to_owner");\n    if (found.job.is_sample) throw notNow("This is a practice job.");\n    const on ',
    'const found = await jobFor(ctx, job_id, "change_owner");\n    if (found.job.is_sample) throw notNow("This is a practice job.");\n    const on ',
    "who owes the report says that it was given",
  ),
  guard(
    "the land owner is offered to record it",
    "office.server.ts",
    "may_report: found.rights.report_to_owner && ",
    "may_report: found.rights.change_owner && ",
    "who owes the report says that it was given",
  ),
  guard(
    "the land owner opens the form that records it",
    "reports.server.ts",
    'const found = await jobFor(ctx, job_id, "report_to_owner");\n    const today',
    'const found = await jobFor(ctx, job_id, "change_owner");\n    const today',
    "who owes the report says that it was given",
  ),
];
