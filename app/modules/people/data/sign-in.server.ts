import { eq } from "drizzle-orm";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { user } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { findCompanyAfterSignIn } from "~/web/actor.server";
import { getApp } from "~/web/app.server";
import { createOpenContext, identifyCaller, isLocalPath, type RouteArgs } from "~/web/context.server";
import type { CarriedPost } from "~/web/post-after-login.server";
import { clearTriesStatement, countTries } from "~/web/rate-limit.server";
import { AppError } from "~/web/refusal";
import { type Call, runProcedure } from "~/web/run-procedure.server";
import { startSession } from "~/web/session.server";
import { countFailedSignIn } from "~/web/sign-in-counts.server";
import { getPathWithoutCompany } from "../shared/landing.server";
import { createPendingSignInCookie } from "../shared/pending-second-factor.server";
import { readSecondFactorKinds } from "../shared/second-factors.server";
import { verifyCredentials } from "./accounts.server";
import { createDeviceCookie, getSignInBuckets, getSignInTries } from "./sign-in-tries.server";

/** Return a remix-auth authenticator with one strategy: a form with a password. */
export function createAuthenticator(args: RouteArgs): Authenticator<{ userId: number }> {
  const strategy = new FormStrategy(async ({ form }) => {
    const call = await createOpenContext(args);
    const { log } = await getApp();
    const { requestId, address } = args.context;
    // The typed text isn't logged, because people type passwords into the wrong field.
    const note = (outcome: string, userId?: number) =>
      log.info({ outcome, userId, address, requestId }, "sign-in");
    try {
      const match = await signIn(args, call, form);
      note("done", match.userId);
      return match;
    } catch (error) {
      if (error instanceof AppError) {
        const outcome = error.kind === "tooMany" ? "stopped" : "refused";
        note(outcome);
        await countFailedSignIn(call.db, call.now, outcome).catch((err: unknown) =>
          log.warn({ err }, "a refused sign-in was not counted"),
        );
      }
      throw error;
    }
  });
  return new Authenticator<{ userId: number }>().use(strategy, "form");
}

async function signIn(args: RouteArgs, call: Call, form: FormData): Promise<{ userId: number }> {
  // Maximum length of an email plus one, so that an email that is too long is still refused as too long.
  const login = String(form.get("login") ?? "").slice(0, 255);
  await countTries(call.db, call.now, await getSignInTries(args, login));
  return runProcedure(verifyCredentials, call, { login, password: String(form.get("password") ?? "") });
}

/** Page on which the code is typed after the password. */
const CODE = "/login/code";

/**
 * Sign a person in, or ask for the second factor if the account has one, whatever the sign-in method. Start a new
 * session for the company that the person already acts for or starts with, and remember the device. A correct password
 * resets the count of tries.
 */
export async function signInUser(
  args: RouteArgs,
  userId: number,
  { knowsPassword = false, second = false } = {},
): Promise<{ headers: Headers; landing: string; half?: Awaited<ReturnType<typeof readSecondFactorKinds>> }> {
  const { db, now } = await getApp();
  const kinds = await readSecondFactorKinds(db.read, userId);
  if (!second && (kinds.app || kinds.passkey)) {
    const headers = new Headers({ "Set-Cookie": await createPendingSignInCookie(userId, now()) });
    return { headers, landing: CODE, half: kinds };
  }
  const [row] = await db.read.select().from(user).where(eq(user.id, userId));
  if (!row) throw new AppError("missing", "This account no longer exists.");
  const companyId = (await actingCompany(args, userId)) ?? (await findCompanyAfterSignIn(db.read, row));
  const forgotten = knowsPassword ? (await getSignInBuckets(args, userId)).map(clearTriesStatement) : [];
  const headers = new Headers();
  headers.append("Set-Cookie", await startSession(args.request, userId, companyId, forgotten, second));
  headers.append("Set-Cookie", await createDeviceCookie(args.request, userId));
  return {
    headers,
    landing: companyId ? "/" : row.is_super_user ? "/admin" : await getPathWithoutCompany(db.read, userId),
  };
}

/** Return the company that the person already acts for, if the password is confirmed during a session. */
async function actingCompany(args: RouteArgs, userId: number): Promise<number | null> {
  const { session } = await identifyCaller(args);
  return session?.user_id === userId ? session.active_company_id : null;
}

const carriedPost = z.strictObject({
  action: createTextSchema(2000).refine(isLocalPath),
  fields: z.array(z.tuple([createTextSchema(200), createTextSchema(64_000)])).max(300),
});

/** Parse a form that waits to be sent after the sign-in, if it is complete and its URL is within this app. */
export function parseCarriedPost(value: FormDataEntryValue | null): CarriedPost | undefined {
  if (typeof value !== "string") return undefined;
  try {
    return carriedPost.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}
