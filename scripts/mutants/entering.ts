import type { Mutant } from "./mutant";

const PEOPLE = "app/features/people";
const ACCOUNTS = [`${PEOPLE}/accounts.server.test.ts`];
const PROFILE = [`${PEOPLE}/profile.server.test.ts`];
const SIGN_IN = [`${PEOPLE}/sign-in.server.test.ts`];
const SESSIONS = ["app/web/session.server.test.ts"];
const ADDRESSES = ["app/web/context.server.test.ts"];
const REQUESTS = ["server/guards.test.ts"];

/** How somebody would come in, or send in, what must stay out. */
export const entering: readonly Mutant[] = [
  {
    name: "sessions: one lasts for ever",
    file: "app/web/session.server.ts",
    find: "        gt(session.expires_at, at.toISOString()),\n",
    put: "",
    tests: SESSIONS,
    title: "a session ends when its time is over",
  },
  {
    name: "sessions: the one of before outlives a new sign-in",
    file: "app/web/session.server.ts",
    find: "...(before ? [",
    put: "...(before && false ? [",
    tests: SESSIONS,
    title: "who signs in again leaves no session of before behind",
  },
  {
    name: "sessions: one lies idle for ever",
    file: "app/web/session.server.ts",
    find: "        gt(session.last_seen_at, idleSince.toISOString()),\n",
    put: "",
    tests: SESSIONS,
    title: "a session that nobody has used for two weeks is over",
  },
  {
    name: "companies: one acts for any company",
    file: "app/features/companies/company.server.ts",
    find: "if (!ctx.actor.companies.some((c) => c.id === input.company_id))",
    put: "if (false)",
    tests: PROFILE,
    title: "one switches to a company of one's own",
  },
  {
    name: "passwords: one is changed without the old one",
    file: `${PEOPLE}/profile.server.ts`,
    find: "if (!row?.hash || !(await verify(row.hash, input.current_password)))",
    put: "if (false)",
    tests: PROFILE,
    title: "a password is changed by who knows it",
  },
  {
    name: "resets: a link works twice",
    file: `${PEOPLE}/accounts.server.ts`,
    find: "          isNull(passwordReset.used_at),\n",
    put: "",
    tests: ACCOUNTS,
    title: "a reset works once, for two hours, and signs every device out",
  },
  {
    name: "resets: two at once both choose the password",
    file: `${PEOPLE}/accounts.server.ts`,
    find: "and(eq(passwordReset.token_hash, token_hash), isNull(passwordReset.used_at))",
    put: "eq(passwordReset.token_hash, token_hash)",
    tests: ACCOUNTS,
    title: "of two who follow the same link at once, one chooses the password",
  },
  {
    name: "resets: whoever was signed in stays so",
    file: `${PEOPLE}/accounts.server.ts`,
    find: "also(ctx.write.delete(session).where(eq(session.user_id, row.user_id))),",
    put: "",
    tests: ACCOUNTS,
    title: "a reset works once, for two hours, and signs every device out",
  },
  {
    name: "resets: an older link undoes a password that was chosen since",
    file: `${PEOPLE}/accounts.server.ts`,
    find: "        closeResets(ctx, row.user_id),\n",
    put: "",
    tests: ACCOUNTS,
    title: "of two links that were asked for, the second is closed by using the first",
  },
  {
    name: "invitations: the link's holder takes over an account",
    file: `${PEOPLE}/accounts.server.ts`,
    find: "if (!existing.password_hash || !(await verify(existing.password_hash, input.password)))",
    put: "if (false)",
    tests: ACCOUNTS,
    title: "who has an account joins with its own password",
  },
  {
    name: "limits: tries are counted and never refused",
    file: "app/web/rate-limit.server.ts",
    find: "if (Number(row?.hits) <= limit) continue;",
    put: "continue;",
    tests: ACCOUNTS,
    title: "tries are counted per window and refused past the limit",
  },
  {
    name: "limits: one account is guessed at without end",
    file: `${PEOPLE}/sign-in.server.ts`,
    find: "await countTry(call.db, call.now, limit, loginBucket(login));",
    put: "",
    tests: SIGN_IN,
    title: "guessing one account's password is stopped",
  },
  {
    name: "addresses: signing in leads to another site",
    file: "app/web/context.server.ts",
    find: "^\\/(?![/\\\\])[",
    put: "^\\/[",
    tests: ADDRESSES,
    title: "after signing in nobody is led to",
  },
  {
    name: "addresses: a carried form is sent to another site",
    file: `${PEOPLE}/sign-in.server.ts`,
    find: ".regex(/^\\/(?![/\\\\])/)",
    put: "",
    tests: ADDRESSES,
    title: "a form that is carried over a sign-in is not sent on to",
  },
  {
    name: "requests: another site's form is taken",
    file: "server/guards.ts",
    find: 'if (foreign || req.get("Sec-Fetch-Site") === "cross-site")',
    put: "if (false)",
    tests: REQUESTS,
  },
  {
    name: "requests: a body of any size is read",
    file: "server/guards.ts",
    find: "if (length <= (upload ? UPLOAD_BYTES : FORM_BYTES)) return next();",
    put: "return next();",
    tests: REQUESTS,
  },
  {
    name: "files: a drawing with a script passes for a photo",
    file: "app/features/photos/shrink.server.ts",
    find: "if (!format || !READ.has(format)) return { problem: NOT_A_PHOTO };",
    put: "",
    tests: ["app/features/photos/photos.server.test.ts"],
    title: "what is no photo is refused by its content",
  },
  {
    name: "files: a path passes for a key of the store",
    file: "app/features/files/store.server.ts",
    find: 'if (!KEY.test(key)) throw new Error("not a storage key");',
    put: "",
    tests: ["app/features/files/store.server.test.ts"],
    title: "a path is no key",
  },
];
