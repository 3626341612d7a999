import type { Mutant } from "./mutant";

const FACTOR = "app/features/second-factor/second-factor.server.ts";
const CODES = ["app/features/second-factor/second-factor.server.test.ts"];
const CLOSING = ["app/features/people/closing.server.test.ts"];
const guard = (
  name: string,
  file: string,
  find: string,
  put: string,
  tests: string[],
  title: string,
): Mutant => ({
  name: `trust: ${name}`,
  file,
  find,
  put,
  tests,
  title,
});

/** What a sign-in asks beside a password, and what ends it. */
export const trusting: readonly Mutant[] = [
  guard(
    "an app's secret lies in the database as it is",
    FACTOR,
    "secret: sealed(secret, SEALED_FOR, String(me))",
    "secret",
    CODES,
    "setting it up asks for the password",
  ),
  guard(
    "a code of the app is taken twice",
    FACTOR,
    "return step <= factor.last_step",
    "return step < 0",
    CODES,
    "a code passes once",
  ),
  guard(
    "guesses at a code aren't counted",
    FACTOR,
    "    await ctx.count(tries(user_id));\n",
    "",
    CODES,
    "a code passes once",
  ),
  guard(
    "a recovery code works twice",
    FACTOR,
    "    isNull(recoveryCode.used_at),\n  );\n  const [code]",
    "  );\n  const [code]",
    CODES,
    "a recovery code works once",
  ),
  guard(
    "a recovery code opens another's account",
    FACTOR,
    "    eq(recoveryCode.user_id, userId),\n    isNull",
    "    isNull",
    CODES,
    "a recovery code works once",
  ),
  guard(
    "a reset link or an invitation goes past the code",
    "app/features/people/sign-in.server.ts",
    "if (!second && (await hasSecondFactor(db.read, userId)))",
    "if (!second && knowsPassword && (await hasSecondFactor(db.read, userId)))",
    CODES,
    "however somebody signs in",
  ),
  guard(
    "an admin without it keeps the company",
    "app/web/context.server.ts",
    "actor.company?.asks_second_factor === true && actor.permissions.is_primary",
    "false",
    CODES,
    "a company asks its admins only once",
  ),
  guard(
    "who runs the site needs a password alone",
    "app/web/context.server.ts",
    "actor.user?.is_super_user === true && !env().DEMO",
    "false",
    CODES,
    "who runs the site has no rights",
  ),
  guard(
    "rights change long after the password was shown",
    "app/web/perform.server.ts",
    "  if (procedure.fresh && !signedInLately(call)) throw forbidden(PASSWORD_AGAIN);\n",
    "",
    CLOSING,
    "rights change only by who showed the password lately",
  ),
  guard(
    "a closed account keeps its sign-ins",
    "app/features/people/closing.server.ts",
    '  "session",\n',
    "",
    CLOSING,
    "a closed account has no name",
  ),
];
