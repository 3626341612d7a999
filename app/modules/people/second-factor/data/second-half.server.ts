import { data, redirect } from "@remix-run/node";
import { createOpenContext, getSafeNext, type RouteArgs } from "~/web/context.server";
import { getRetryHeader } from "~/web/error-response.server";
import { AppError } from "~/web/refusal";
import type { Call } from "~/web/run-procedure.server";
import { parseCarriedPost, signInUser } from "../../data/sign-in.server";
import { getKnownDeviceId } from "../../data/sign-in-tries.server";
import { clearPendingSignInCookie, readPendingSignIn } from "../../shared/pending-second-factor.server";

const kept = (next: string) => (next === "/" ? undefined : next);

/** Return the user at the second step of a sign-in, after the password; redirects any other visitor to sign in. */
export async function loadPendingSignIn(args: RouteArgs) {
  const ctx = await createOpenContext(args);
  const user_id = await readPendingSignIn(args.request, ctx.now);
  if (user_id === null) throw redirect("/login", { status: args.request.method === "POST" ? 303 : 302 });
  return { ctx, half: { user_id, device: await getKnownDeviceId(args.request, user_id) } };
}

/** Return the path to open after the sign-in; undefined for the home page. */
export const getNextPath = (request: Request) =>
  kept(getSafeNext(new URL(request.url).searchParams.get("next")));

/**
 * Finish the second step of a sign-in. `pass` returns the user's id, throws an error, or returns data for another page
 * (`asked`). With a user's id, start a session and offer to send pending changes.
 */
export async function finishSignIn<A extends object>(
  args: RouteArgs,
  form: FormData,
  pass: (
    ctx: Call,
    half: Awaited<ReturnType<typeof loadPendingSignIn>>["half"],
  ) => Promise<{ userId: number } | { asked: A }>,
) {
  const carried = parseCarriedPost(form.get("carried"));
  const next = getSafeNext(form.get("next"));
  const { ctx, half } = await loadPendingSignIn(args);
  try {
    const passed = await pass(ctx, half);
    if ("asked" in passed)
      return data({
        signedIn: false as const,
        asked: passed.asked,
        carried,
        next: kept(next),
        message: undefined,
      });
    const { headers, landing } = await signInUser(args, passed.userId, { knowsPassword: true, second: true });
    headers.append("Set-Cookie", await clearPendingSignInCookie());
    if (carried) return data({ signedIn: true as const, carried }, { headers });
    throw redirect(next === "/" ? landing : next, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = Object.values(error.facts.fields ?? {}).flat()[0] ?? error.message;
    return data(
      { signedIn: false as const, asked: undefined, message, carried, next: kept(next) },
      { status: error.status, headers: getRetryHeader(error) },
    );
  }
}
