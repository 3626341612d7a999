import type { Mutant } from "./mutant";

const PEOPLE = "app/features/people";
const BACK_IN = [`${PEOPLE}/getting-back-in.server.test.ts`];
const SIGN_IN = [`${PEOPLE}/sign-in.server.test.ts`];
const DELIVERY = ["app/core/outbox/outbox.server.test.ts"];
const SECRETS = ["app/web/secrets.server.test.ts"];

/** How a message would be lost or doubled, and how somebody would get an account that isn't theirs. */
export const reaching: readonly Mutant[] = [
  {
    name: "outbox: a mail that left and could not be noted is sent again",
    file: "app/core/work/runner.server.ts",
    find: "if (earlier) return say(item, earlier.word);",
    put: "",
    tests: DELIVERY,
    title: "a mail that left and could not be noted is not sent again by the same server",
  },
  {
    name: "outbox: that a message was sent is not kept with the word that could not be said",
    file: "app/core/work/runner.server.ts",
    find: "...(word.with ?? []), ",
    put: "",
    tests: DELIVERY,
    title: "a mail that was sent keeps its words in the outbox and not its link",
  },
  {
    name: "outbox: a message that is held goes",
    file: "app/core/outbox/write.server.ts",
    find: "created_at = ${now} AND given_up_at IS NULL)`",
    put: "created_at = ${now})`",
    tests: DELIVERY,
    title: "a message has its item in its own commit, and none where it is held",
  },
  {
    name: "outbox: what a server of an earlier version is sending is sent by another too",
    file: "app/core/outbox/queued.server.ts",
    find: "AND next_try_at <= ?\n",
    put: "AND next_try_at <> ?\n",
    tests: DELIVERY,
    title: "what waits without an item gets one, unless a server of an earlier version is sending it",
  },
  {
    name: "new links: an admin gets who belongs to another company too",
    file: `${PEOPLE}/resets.server.ts`,
    find: "m.user_id = user.id AND c.company_id <> ${company})",
    put: "m.user_id = user.id AND c.company_id <> ${company} AND 0)",
    tests: BACK_IN,
    title: "no admin gets hold of an account that opens more than their own company",
  },
  {
    name: "new links: an admin gets a super user",
    file: `${PEOPLE}/resets.server.ts`,
    find: "(user.is_super_user = 0\n",
    put: "(1\n",
    tests: BACK_IN,
    title: "no admin gets hold of an account that opens more than their own company",
  },
  {
    name: "new links: an admin gets who signed up with an email of their own",
    file: `${PEOPLE}/new-links.server.ts`,
    find: "if (!row.made_here && row.verified)",
    put: "if (false)",
    tests: BACK_IN,
    title: "no admin gets hold of an account that opens more than their own company",
  },
  {
    name: "new links: one works although its person has joined another company since",
    file: `${PEOPLE}/resets.server.ts`,
    find: "(${passwordReset.company_id} IS NULL OR EXISTS",
    put: "(1 OR EXISTS",
    tests: BACK_IN,
    title: "an admin's link is dead once its person belongs to another company too",
  },
  {
    name: "employees: whose phone has an account is told without end",
    file: `${PEOPLE}/employee-steps.server.ts`,
    find: "if (others.length)",
    put: "if (false)",
    tests: BACK_IN,
    title: "whose phone has an account can be asked for a few times",
  },
  {
    name: "limits: everybody's known device is anybody's",
    file: `${PEOPLE}/sign-in-tries.server.ts`,
    find: "if (known?.people.some((id) => key === `u${id}`))",
    put: "if (known)",
    tests: SIGN_IN,
    title: "guessing from everywhere is stopped",
  },
  {
    name: "secrets: a typed password is carried into the sign-in page",
    file: "app/web/carried-post.server.ts",
    find: " && !hidden.includes(entry[0])",
    put: "",
    tests: SECRETS,
    title: "a password that meets an ended session is not shown again",
  },
  {
    name: "secrets: a typed password is kept with its form",
    file: "app/web/respond.server.ts",
    find: "if (!submissionId || procedure.secrets) return",
    put: "if (!submissionId) return",
    tests: SECRETS,
    title: "a form with a password is kept nowhere",
  },
];
