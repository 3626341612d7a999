import { data } from "@remix-run/node";
import { createContext, createOpenContext, identifyCaller, type RouteArgs } from "./context.server";
import { toErrorResponse } from "./error-response.server";
import type { Procedure } from "./procedure";
import { PASSWORD_AGAIN } from "./refusal";
import { type Call, needsFreshPassword, requireAudience } from "./run-procedure.server";

/** Fields of a post whose session had ended, for the sign-in page to carry (files cannot be carried). */
export type CarriedPost = { action: string; fields: [string, string][] };
/** Data of a 401 response that carries a post; `login` is the email of the user who confirms their password. */
export type SignInNeeded = { message: string; carried: CarriedPost; login?: string };

const ENDED = "Your session ended. Sign in to continue.";

function signInFirst(
  request: Request,
  form: FormData,
  hidden: readonly string[],
  more: Omit<SignInNeeded, "carried"> = { message: ENDED },
) {
  const { pathname, search } = new URL(request.url);
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !hidden.includes(entry[0]),
  );
  const carried: CarriedPost = { action: `${pathname.replace(/\.data$/, "")}${search}`, fields };
  return data<SignInNeeded>({ ...more, carried }, { status: 401 });
}

/** Return the sender of a form; a post whose session has ended gets the sign-in page, which carries it. */
export async function resolveActor(
  procedure: Procedure,
  args: RouteArgs,
  form: FormData,
  hidden: readonly string[] = procedure.secrets ?? [],
): Promise<Call> {
  if (procedure.audience === "anyone") return createOpenContext(args);
  await signedIn(args, form, hidden);
  if (procedure.audience === "super") await found(procedure, args);
  if (procedure.fresh) {
    const call = await createOpenContext(args);
    const login = call.actor.user?.email ?? undefined;
    if (await needsFreshPassword(procedure, call, form))
      throw signInFirst(args.request, form, hidden, { message: PASSWORD_AGAIN, login });
  }
  return procedure.audience === "company" ? createContext(args) : createOpenContext(args);
}

/** Hide forms for super users: others get 404 rather than errors that reveal that the form exists. */
async function found(procedure: Procedure, args: RouteArgs): Promise<void> {
  const { actor } = await createOpenContext(args);
  try {
    requireAudience(procedure, actor);
  } catch (thrown) {
    throw toErrorResponse(thrown);
  }
}

/**
 * Same as `context`, for an action that reads before it submits, or that only shows its page again: if the session has
 * ended, the typed values go along to the sign-in page and are not lost.
 */
export async function contextKeepingPost(args: RouteArgs, form: FormData): Promise<Call> {
  await signedIn(args, form);
  return createContext(args);
}

const carriedPosts = new WeakMap<RouteArgs["context"], ReturnType<typeof signInFirst>>();

/**
 * Return the response to a post of this request whose session has ended. A layout that would redirect to sign-in throws
 * this instead, or the typed values would be lost after all.
 */
export const getCarriedPost = ({ context }: Pick<RouteArgs, "context">) => carriedPosts.get(context);

async function signedIn(args: RouteArgs, form: FormData, hidden: readonly string[] = []): Promise<void> {
  if ((await identifyCaller(args)).actor.user) return;
  const first = signInFirst(args.request, form, hidden);
  carriedPosts.set(args.context, first);
  throw first;
}
