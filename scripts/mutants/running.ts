import type { Mutant } from "./mutant";

const ADMIN = "app/features/admin";
const ACTS = [`${ADMIN}/acts.server.test.ts`];
const EYES = [`${ADMIN}/see-as.server.test.ts`];
const COUNTS = ["app/features/skynet/counts.server.test.ts"];
const LEADS = [`${ADMIN}/leads.server.test.ts`];
const ONE_LINK = "each act leaves one entry";

/** An act without its entry in the chain: the step is left out. */
const unkept = (file: string, act: string, find: string): Mutant => ({
  name: `running the site: ${act} without a link in the chain`,
  file,
  find,
  put: "",
  tests: ACTS,
  title: ONE_LINK,
});

/** What those who run the site may do, and what keeps it in its bounds. */
export const running: readonly Mutant[] = [
  {
    name: "running the site: a disabled account's session goes on",
    file: "app/web/session.server.ts",
    find: "        isNull(user.disabled_at),\n",
    put: "",
    tests: ["app/web/session.server.test.ts"],
    title: "a disabled account's session is over at once",
  },
  {
    name: "running the site: a disabled account still belongs to its company",
    file: "app/web/actor.server.ts",
    find: "user.disabled_at ? [] : ",
    put: "",
    tests: ACTS,
    title: "a disabled account is signed out, belongs nowhere",
  },
  {
    name: "running the site: the right password opens a disabled account",
    file: "app/features/people/accounts.server.ts",
    find: '    if (found.disabled_at) throw new Refusal("invalid", DISABLED, { fields: { "": [DISABLED] } });\n',
    put: "",
    tests: ["app/features/people/accounts.server.test.ts"],
    title: "a disabled account",
  },
  {
    name: "running the site: one disables oneself",
    file: "app/features/people/account-acts.server.ts",
    find: 'if (disables && row.id === ctx.actor.user?.id) throw notNow("You can\'t disable your own account.");',
    put: "",
    tests: ACTS,
    title: "nobody takes rights or the account from themselves",
  },
  {
    name: "running the site: the last super user loses the rights",
    file: "app/features/people/account-acts.server.ts",
    find: "    if (!is_super_user) await checkAnotherLeft(ctx, row.id);\n",
    put: "",
    tests: ACTS,
    title: "the last super user stays one",
  },
  {
    name: "running the site: a company goes with loads under way",
    file: `${ADMIN}/company-acts.server.ts`,
    find: "if (is_deleted && open?.n)",
    put: "if (false)",
    tests: ACTS,
    title: "a company with loads under way stays",
  },
  {
    name: "running the site: seeing as others see without having asked",
    file: `${ADMIN}/see-as.server.ts`,
    find: "if (!(await seesAs(ctx, company_id)))",
    put: "if (false)",
    tests: EYES,
    title: "after saying why and for half an hour",
  },
  {
    name: "running the site: seeing as others see for ever",
    file: `${ADMIN}/acts.server.ts`,
    find: "return row !== undefined && row.at > since;",
    put: "return row !== undefined;",
    tests: EYES,
    title: "after saying why and for half an hour",
  },
  {
    name: "running the site: what is written through another's eyes",
    file: "app/web/read-only.server.ts",
    find: "batch: () => Promise.reject(forbidden(WHY)),",
    put: "batch: (statements, options) => db.batch(statements, options),",
    tests: EYES,
    title: "through another's eyes nothing is written",
  },
  {
    name: "running the site: each company that sees a load counts it for the site",
    file: "app/features/skynet/counts.server.ts",
    find: "own: sql<number>`sum(j.request_user_company_id = ${company})`,",
    put: "own: sql<number>`count(*)`,",
    tests: COUNTS,
    title: "what is counted is what the tables say",
  },
  {
    name: "running the site: a night's count adds to the one before",
    file: "app/features/skynet/counts.server.ts",
    find: "WHERE month >= ?",
    put: "WHERE month > ?",
    tests: COUNTS,
    title: "each night counts the last days again",
  },
  {
    name: "running the site: the people of a day are forgotten when they sign out",
    file: "app/features/skynet/counts.server.ts",
    find: "max(value, excluded.value)",
    put: "excluded.value",
    tests: COUNTS,
    title: "people are counted while they are here",
  },
  {
    name: "running the site: anyone reads who asked about a subscription",
    file: `${ADMIN}/leads.server.ts`,
    find: 'name: "listLeads",\n  audience: "super",',
    put: 'name: "listLeads",\n  audience: "user",',
    tests: LEADS,
    title: "only super users read and answer requests",
  },
  {
    name: "running the site: who answered a lead isn't kept",
    file: `${ADMIN}/leads.server.ts`,
    find: "answered_by_user_id: ctx.actor.user?.id ?? null,",
    put: "answered_by_user_id: null,",
    tests: LEADS,
    title: "an answered request waits no longer",
  },
  {
    name: "running the site: two answers to a lead, the later over the earlier",
    file: `${ADMIN}/leads.server.ts`,
    find: "    asRead(row, version, { version: row.version, answer: row.answer });\n    const answered",
    put: "    const answered",
    tests: LEADS,
    title: "an answered request waits no longer",
  },
  {
    name: "running the site: an answered lead goes on waiting",
    file: `${ADMIN}/leads.server.ts`,
    find: "const WAITING = isNull(lead.answered_at);",
    put: "const WAITING = undefined;",
    tests: LEADS,
    title: "an answered request waits no longer",
  },
  {
    name: "running the site: a lead that waits for days isn't told",
    file: `${ADMIN}/leads.server.ts`,
    find: "row.answered_at === null && ctx.now",
    put: "row.answered_at !== null && ctx.now",
    tests: LEADS,
    title: "Health says when a request has waited",
  },
  {
    name: "running the site: nobody on duty hears of a lead",
    file: "app/features/sales/duty.server.ts",
    find: "(await onDuty(ctx)).flatMap(",
    put: "(await onDuty(ctx)).slice(0, 0).flatMap(",
    tests: LEADS,
    title: "a request is told to who is on duty",
  },
  {
    name: "running the site: a lead is mailed to an address that nobody confirmed",
    file: "app/features/sales/duty.server.ts",
    find: "        isNotNull(user.email_verified_at),\n",
    put: "",
    tests: LEADS,
    title: "a request is told to who is on duty",
  },
  unkept(
    `${ADMIN}/company-acts.server.ts`,
    "seeing as others see",
    "await actStep(ctx, { act: SEEN, company: row.id, details: {}, reason })",
  ),
  unkept(
    "app/features/people/account-acts.server.ts",
    "signing somebody out",
    '        await act(ctx, row, { act: "sessions ended", reason }),\n',
  ),
];
