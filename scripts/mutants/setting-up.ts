import type { Mutant } from "./mutant";

const SETUP = "app/features/job-setup";
const DRAFT = [`${SETUP}/job-setup.server.test.ts`];
const CREATED = [`${SETUP}/create-job.server.test.ts`];

const INVITES = "app/core/noted/join-links.server.ts";
const INVITED = ["app/features/job-companies/contractor-invites.server.test.ts"];

const JOINING = ["app/features/contacts/joining.server.test.ts"];

/** Ways to set up a job by, for or with a company that may not be. */
export const settingUp: readonly Mutant[] = [
  {
    name: "invitations: another company takes over one that it didn't add",
    file: INVITES,
    find: '        eq(company.creator_company_id, sql.placeholder("me")),\n        isNull(invite.accepted_at)',
    put: "        isNull(invite.accepted_at)",
    tests: INVITED,
    title: "again with another phone",
  },
  {
    name: "contacts: a link is made for somebody else's contact",
    file: "app/features/contacts/contacts.server.ts",
    find: "    eq(company.creator_company_id, ctx.actor.company.id),\n    eq(company.is_deleted, false),\n    sql`NOT ${isJoined}`,",
    put: "    eq(company.is_deleted, false),\n    sql`NOT ${isJoined}`,",
    tests: JOINING,
    title: "is made by who recorded the company",
  },
  {
    name: "contacts: a link is made for a company that somebody joined a moment ago",
    file: INVITES,
    // Joining ends that it is a contact, and makes it one with people: either keeps the link from being made.
    find: "            eq(company.creator_company_id, ctx.actor.company.id),\n            eq(company.is_deleted, false),\n            sql`NOT ${isJoined}`,\n",
    put: "            eq(company.is_deleted, false),\n",
    tests: JOINING,
    title: "at that moment",
  },
  {
    name: "contacts: a deleted contact's link lets somebody in",
    file: "app/features/contacts/contacts.server.ts",
    find: ".set({ revoked_at: ctx.now.toISOString() })",
    put: ".set({ revoked_at: null })",
    tests: JOINING,
    title: "ends with the next one",
  },
  {
    name: "invitations: the link from before goes on working",
    file: INVITES,
    find: ".set({ revoked_at: now })",
    put: ".set({ revoked_at: null })",
    tests: INVITED,
    title: "again with another phone",
  },
  {
    name: "invitations: a company that people joined still belongs to who added it",
    file: "app/core/access/first-person.server.ts",
    find: ".set({ creator_company_id: null, version",
    put: ".set({ version",
    tests: INVITED,
    title: "makes its reader the admin",
  },
  {
    name: "job setup: a company without the feature goes the way",
    file: `${SETUP}/requester.server.ts`,
    find: "if (!requesters.some((c) => c.id === ctx.actor.company.id)) throw forbidden(PREMIUM);",
    put: "",
    tests: CREATED,
    title: "the feature is required to get in",
  },
  {
    name: "job setup: a job is requested for somebody else's company",
    file: `${SETUP}/requester.server.ts`,
    find: `if (!own) throw missing("You don't belong to this company.");`,
    put: "",
    tests: CREATED,
    title: "a job is requested for a company of one's own alone",
  },
  {
    name: "job setup: prices are copied by who may not read them",
    file: `${SETUP}/copy.server.ts`,
    find: "if (!job.read || !read)",
    put: "if (!job.read)",
    tests: DRAFT,
    title: "what a crew may not read at its company is not copied",
  },
  {
    name: "job setup: a company's crew without the permission sets up a job for it elsewhere",
    file: `${SETUP}/overview.server.ts`,
    find: "const { actor } = await asRequester(ctx, wanted);\n  const { id, roles } = actor.company;",
    put: "const id = wanted;\n  const { roles } = ctx.actor.company;",
    tests: DRAFT,
    title: "what a crew may not read at its company is not copied",
  },
  {
    name: "job setup: what was not looked over is created",
    file: `${SETUP}/create-job.server.ts`,
    find: "if (kept.version !== input.version - 1)",
    put: "if (kept.version < input.version - 1)",
    tests: CREATED,
    title: "a review of before is not what is created",
  },
  {
    name: "job setup: another setup than the one reviewed is created",
    file: `${SETUP}/create-job.server.ts`,
    find: "kept.version !== input.version - 1",
    put: "kept.version >= input.version",
    tests: CREATED,
    title: "a setup that was begun after the one that was reviewed",
  },
  {
    name: "job setup: another setup is given up than the one shown",
    file: `${SETUP}/draft.server.ts`,
    find: "input.version !== undefined && input.version !== kept.version + 1",
    put: "input.version === 0",
    tests: CREATED,
    title: "a setup that was begun after the one that was reviewed",
  },
  {
    name: "job setup: another company's private land owner is named",
    file: `${SETUP}/parties.server.ts`,
    find: ".where(and(eq(company.id, id), findable(ctx.actor)))",
    put: ".where(eq(company.id, id))",
    tests: DRAFT,
    title: "what others have is not there to be named",
  },
  {
    name: "job setup: another company's job is copied, rates and all",
    file: `${SETUP}/copy.server.ts`,
    find: "eq(job.request_user_company_id, requester),",
    put: "",
    tests: DRAFT,
    title: "what others have is not there to be named",
  },
  {
    name: "job setup: a tab of before writes over what was saved since",
    file: `${SETUP}/draft.server.ts`,
    find: "if (whole && kept.id !== null && changedAt >= version) throw stale(whole(kept.draft));",
    put: "",
    tests: DRAFT,
    title: "two tabs: other sections don't conflict",
  },
  {
    name: "job setup: a step is done before one has come to it",
    file: `${SETUP}/draft.server.ts`,
    find: "const first = asked && (await notYet(ctx, kept.draft, asked));",
    put: "const first = null;",
    tests: DRAFT,
    title: "a step's forms are neither shown nor taken",
  },
  {
    name: "job setup: a split rate is copied without those who share in it",
    file: `${SETUP}/draft-rules.ts`,
    find: " && splitFits(parties, r);",
    put: ";",
    tests: ["app/features/job-setup/draft-rules.test.ts"],
    title: "only with everybody who shares in it",
  },
  {
    name: "job setup: a program splits a rate with a company that isn't on the job",
    file: `${SETUP}/rates.ts`,
    find: "ids.every((id) => parties.has(id) && id !== rate.paying_company_id)",
    put: "true",
    tests: ["app/features/job-setup/rates.test.ts"],
    title: "a split is whole",
  },
];
