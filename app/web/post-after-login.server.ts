import { data } from "@remix-run/node";
import { createContext, createOpenContext, identifyCaller, type RouteArgs } from "./context.server";
import { toErrorResponse } from "./error-response.server";
import type { Procedure } from "./procedure";
import { SIGN_IN_AGAIN_MESSAGE } from "./refusal";
import { type Call, needsFreshPassword, requireAudience } from "./run-procedure.server";

/**
 * Address and fields of a post whose session has ended, which the sign-in page keeps (except files) and sends after
 * sign-in.
 */
export type CarriedPost = { action: string; fields: [string, string][] };
/**
 * Data of a 401 response that contains such a post. `login` is the email of the user, if they only need to confirm
 * their password.
 */
export type SignInRequiredData = { message: string; carried: CarriedPost; login?: string };

const ENDED = "Your session ended. Sign in to continue.";

function signInFirst(
  request: Request,
  form: FormData,
  hidden: readonly string[],
  more: Omit<SignInRequiredData, "carried"> = { message: ENDED },
) {
  const { pathname, search } = new URL(request.url);
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !hidden.includes(entry[0]),
  );
  const carried: CarriedPost = { action: `${pathname.replace(/\.data$/, "")}${search}`, fields };
  return data<SignInRequiredData>({ ...more, carried }, { status: 401 });
}

/** Return the context for a posted form. If the session has ended, throw the sign-in page, which keeps the post. */
export async function createFormContext(
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
      throw signInFirst(args.request, form, hidden, { message: SIGN_IN_AGAIN_MESSAGE, login });
  }
  return procedure.audience === "company" ? createContext(args) : createOpenContext(args);
}

/** Hide super users' forms: other users get 404 instead of an error that would reveal that the form exists. */
async function found(procedure: Procedure, args: RouteArgs): Promise<void> {
  const { actor } = await createOpenContext(args);
  try {
    requireAudience(procedure, actor);
  } catch (thrown) {
    throw toErrorResponse(thrown);
  }
}

/**
 * Like `context`, for an action that reads data before it submits, or that only shows its page again. If the session
 * has ended, the sign-in page keeps the typed values, so that they aren't lost.
 */
export async function createContextKeepingPost(args: RouteArgs, form: FormData): Promise<Call> {
  await signedIn(args, form);
  return createContext(args);
}

const carriedPosts = new WeakMap<RouteArgs["context"], ReturnType<typeof signInFirst>>();

/**
 * Return the sign-in response that keeps this request's post, if its session has ended. A layout that would redirect to
 * sign-in throws this response instead, because a redirect would lose the typed values.
 */
export const getCarriedPost = ({ context }: Pick<RouteArgs, "context">) => carriedPosts.get(context);

async function signedIn(args: RouteArgs, form: FormData, hidden: readonly string[] = []): Promise<void> {
  if ((await identifyCaller(args)).actor.user) return;
  const first = signInFirst(args.request, form, hidden);
  carriedPosts.set(args.context, first);
  throw first;
}
