import { data, redirect } from "@remix-run/node";
import { forgetHalf, halfOf } from "~/features/people/half.server";
import { readCarried, signInUser } from "~/features/people/sign-in.server";
import { ownDeviceOf } from "~/features/people/sign-in-tries.server";
import { retryHeader } from "~/web/as-page.server";
import { openContext, type RouteArgs, safeNext } from "~/web/context.server";
import type { Call } from "~/web/perform.server";
import { Refusal } from "~/web/refusal";

const kept = (next: string) => (next === "/" ? undefined : next);

/** Who has shown their password a moment ago and comes to the second half; anybody else is sent to sign in. */
export async function halfWay(args: RouteArgs) {
  const ctx = await openContext(args);
  const user_id = await halfOf(args.request, ctx.now);
  if (user_id === null) throw redirect("/login", { status: args.request.method === "POST" ? 303 : 302 });
  return { ctx, half: { user_id, device: await ownDeviceOf(args.request, user_id) } };
}

/** Where a page of the second half leads once it is passed. */
export const nextOf = (request: Request) => kept(safeNext(new URL(request.url).searchParams.get("next")));

/**
 * Ends the second half of a sign-in by `pass`, which says whose it is or refuses: then a session begins, and what waited is
 * offered to be sent. `pass` may also only ask on, and gives what its page needs for that.
 */
export async function endHalf<A extends object>(
  args: RouteArgs,
  form: FormData,
  pass: (
    ctx: Call,
    half: Awaited<ReturnType<typeof halfWay>>["half"],
  ) => Promise<{ userId: number } | { asked: A }>,
) {
  const carried = readCarried(form.get("carried"));
  const next = safeNext(form.get("next"));
  const { ctx, half } = await halfWay(args);
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
    headers.append("Set-Cookie", await forgetHalf());
    if (carried) return data({ signedIn: true as const, carried }, { headers });
    throw redirect(next === "/" ? landing : next, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = Object.values(error.facts.fields ?? {}).flat()[0] ?? error.message;
    return data(
      { signedIn: false as const, asked: undefined, message, carried, next: kept(next) },
      { status: error.status, headers: retryHeader(error) },
    );
  }
}
