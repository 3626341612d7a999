import { data } from "@remix-run/node";
import { asPage } from "./as-page.server";
import { context, openContext, type RouteArgs, whoIs } from "./context.server";
import { asksPasswordAgain, type Call, mustExistFor } from "./perform.server";
import type { Procedure } from "./procedure";
import { PASSWORD_AGAIN } from "./refusal";

/** The fields of a post that met an ended session, for the sign-in page to carry (files cannot be carried). */
export type CarriedPost = { action: string; fields: [string, string][] };
/** The data of a 401 answer that carries a post; `login` is the email of the person who confirms their password. */
export type SignInFirst = { message: string; carried: CarriedPost; login?: string };

const ENDED = "Your session ended. Sign in to continue.";

function signInFirst(
  request: Request,
  form: FormData,
  hidden: readonly string[],
  more: Omit<SignInFirst, "carried"> = { message: ENDED },
) {
  const { pathname, search } = new URL(request.url);
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !hidden.includes(entry[0]),
  );
  const carried: CarriedPost = { action: `${pathname.replace(/\.data$/, "")}${search}`, fields };
  return data<SignInFirst>({ ...more, carried }, { status: 401 });
}

/** Who sends a form; a post whose session has ended is answered by the sign-in page, which carries it. */
export async function callerOf(
  procedure: Procedure,
  args: RouteArgs,
  form: FormData,
  hidden: readonly string[] = procedure.secrets ?? [],
): Promise<Call> {
  if (procedure.audience === "anyone") return openContext(args);
  await signedIn(args, form, hidden);
  if (procedure.audience === "super") await found(procedure, args);
  if (procedure.fresh) {
    const call = await openContext(args);
    const login = call.actor.user?.email ?? undefined;
    if (await asksPasswordAgain(procedure, call, form))
      throw signInFirst(args.request, form, hidden, { message: PASSWORD_AGAIN, login });
  }
  return procedure.audience === "company" ? context(args) : openContext(args);
}

/** Nobody learns from a mistake in a form that there is one: of what only super users have, others get 404. */
async function found(procedure: Procedure, args: RouteArgs): Promise<void> {
  const { actor } = await openContext(args);
  try {
    mustExistFor(procedure, actor);
  } catch (thrown) {
    throw asPage(thrown);
  }
}

/**
 * As `context`, for an action that reads something before it submits, or that only shows its page again: where the
 * session has ended, what was typed goes along to the sign-in page and is not lost on the way.
 */
export async function contextCarrying(args: RouteArgs, form: FormData): Promise<Call> {
  await signedIn(args, form);
  return context(args);
}

const carriedPosts = new WeakMap<RouteArgs["context"], ReturnType<typeof signInFirst>>();

/**
 * What a post of this request was answered with because its session has ended. A layout that would send its reader to
 * sign in throws this instead, or what was typed were lost after all.
 */
export const carriedPost = ({ context }: Pick<RouteArgs, "context">) => carriedPosts.get(context);

async function signedIn(args: RouteArgs, form: FormData, hidden: readonly string[] = []): Promise<void> {
  if ((await whoIs(args)).actor.user) return;
  const first = signInFirst(args.request, form, hidden);
  carriedPosts.set(args.context, first);
  throw first;
}
