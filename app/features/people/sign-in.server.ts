import { eq } from "drizzle-orm";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { user } from "#db/schema";
import { landingWithoutCompany } from "~/features/companies/onboarding.server";
import { companyToStartWith } from "~/web/actor.server";
import { app } from "~/web/app.server";
import { openContext, type RouteArgs } from "~/web/context.server";
import { env } from "~/web/env.server";
import { type Call, perform } from "~/web/perform.server";
import { countTries, forgetTries } from "~/web/rate-limit.server";
import { Refusal } from "~/web/refusal";
import type { CarriedPost } from "~/web/respond.server";
import { startSession, type UserRow } from "~/web/session.server";
import { loginBucket, verifyPerson } from "./accounts.server";

/** remix-auth's authenticator with the one strategy that there is: a form with a password. */
export function authenticator(args: RouteArgs): Authenticator<{ userId: number }> {
  const strategy = new FormStrategy(async ({ form }) => {
    const call = await openContext(args);
    const { log } = await app();
    const { requestId, address } = args.context;
    // What was typed stays out: people type passwords into the wrong field.
    const note = (outcome: string, userId?: number) =>
      log.info({ outcome, userId, address, requestId }, "sign-in");
    try {
      const found = await signIn(call, form);
      note("done", found.userId);
      return found;
    } catch (error) {
      if (error instanceof Refusal) note(error.kind === "tooMany" ? "stopped" : "refused");
      throw error;
    }
  });
  return new Authenticator<{ userId: number }>().use(strategy, "form");
}

async function signIn(call: Call, form: FormData): Promise<{ userId: number }> {
  const login = String(form.get("login") ?? "");
  const limit = env().RATE_LIMIT_SIGN_IN;
  await countTries(call.db, call.now, [
    { limit: limit * 10, bucket: `sign-in-from:${call.address}` },
    { limit, bucket: loginBucket(login) },
  ]);
  return perform(verifyPerson, call, { login, password: String(form.get("password") ?? "") });
}

/**
 * Signs a person in: a new session, acting for the company that they start with. Who has shown with `login` that
 * they know the password starts counting their tries anew.
 */
export async function signInUser(
  request: Request,
  userId: number,
  login?: string,
): Promise<{ cookie: string; landing: string }> {
  const { db } = await app();
  const [row] = await db.read.select().from(user).where(eq(user.id, userId));
  if (!row) throw new Refusal("missing", "This account does not exist any more.");
  const companyId = await companyToStartWith(db.read, row as UserRow);
  return {
    cookie: await startSession(request, userId, companyId, login ? [forgetTries(loginBucket(login))] : []),
    landing: companyId
      ? "/"
      : row.is_super_user
        ? "/admin/outbox"
        : await landingWithoutCompany(db.read, userId),
  };
}

const carriedPost = z.strictObject({
  action: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])/),
  fields: z.array(z.tuple([z.string().max(200), z.string().max(64_000)])).max(300),
});

/** A carried post, where the form brought one that is whole and stays in this app. */
export function readCarried(value: FormDataEntryValue | null): CarriedPost | undefined {
  if (typeof value !== "string") return undefined;
  try {
    return carriedPost.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}
