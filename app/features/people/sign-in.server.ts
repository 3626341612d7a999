import { eq } from "drizzle-orm";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { user } from "#db/schema";
import { landingWithoutCompany } from "~/core/access/landing.server";
import { kindsOfSecond } from "~/core/people/second-factors.server";
import { text } from "~/domain/text/input";
import { companyToStartWith } from "~/web/actor.server";
import { app } from "~/web/app.server";
import type { CarriedPost } from "~/web/carried-post.server";
import { isPathHere, openContext, type RouteArgs, whoIs } from "~/web/context.server";
import { type Call, perform } from "~/web/perform.server";
import { countTries, forgetTries } from "~/web/rate-limit.server";
import { Refusal } from "~/web/refusal";
import { startSession } from "~/web/session.server";
import { countSignIn } from "~/web/sign-in-counts.server";
import { verifyPerson } from "./accounts.server";
import { halfSignedIn } from "./half.server";
import { deviceCookieFor, signInBuckets, signInTries } from "./sign-in-tries.server";

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
      const found = await signIn(args, call, form);
      note("done", found.userId);
      return found;
    } catch (error) {
      if (error instanceof Refusal) {
        const outcome = error.kind === "tooMany" ? "stopped" : "refused";
        note(outcome);
        await countSignIn(call.db, call.now, outcome).catch((err: unknown) =>
          log.warn({ err }, "a refused sign-in was not counted"),
        );
      }
      throw error;
    }
  });
  return new Authenticator<{ userId: number }>().use(strategy, "form");
}

async function signIn(args: RouteArgs, call: Call, form: FormData): Promise<{ userId: number }> {
  // One letter more than an email may have, so that one that is too long is still refused as such.
  const login = String(form.get("login") ?? "").slice(0, 255);
  await countTries(call.db, call.now, await signInTries(args, login));
  return perform(verifyPerson, call, { login, password: String(form.get("password") ?? "") });
}

/** Where who has shown their password types their code. */
const CODE = "/login/code";

/**
 * Sign a person in, or ask for the second half where the account has a second factor, however they came here: start a new
 * session, acting for the company that they start with or act for already, on a device that is known from now on. Proving the password resets their count of tries.
 */
export async function signInUser(
  args: RouteArgs,
  userId: number,
  { knowsPassword = false, second = false } = {},
): Promise<{ headers: Headers; landing: string; half?: Awaited<ReturnType<typeof kindsOfSecond>> }> {
  const { db, now } = await app();
  const kinds = await kindsOfSecond(db.read, userId);
  if (!second && (kinds.app || kinds.passkey)) {
    const headers = new Headers({ "Set-Cookie": await halfSignedIn(userId, now()) });
    return { headers, landing: CODE, half: kinds };
  }
  const [row] = await db.read.select().from(user).where(eq(user.id, userId));
  if (!row) throw new Refusal("missing", "This account no longer exists.");
  const companyId = (await actingCompany(args, userId)) ?? (await companyToStartWith(db.read, row));
  const forgotten = knowsPassword ? (await signInBuckets(args, userId)).map(forgetTries) : [];
  const headers = new Headers();
  headers.append("Set-Cookie", await startSession(args.request, userId, companyId, forgotten, second));
  headers.append("Set-Cookie", await deviceCookieFor(args.request, userId));
  return {
    headers,
    landing: companyId ? "/" : row.is_super_user ? "/admin" : await landingWithoutCompany(db.read, userId),
  };
}

/** The company that this person acts for already, who confirms their password during a session. */
async function actingCompany(args: RouteArgs, userId: number): Promise<number | null> {
  const { session } = await whoIs(args);
  return session?.user_id === userId ? session.active_company_id : null;
}

const carriedPost = z.strictObject({
  action: text(2000).refine(isPathHere),
  fields: z.array(z.tuple([text(200), text(64_000)])).max(300),
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
