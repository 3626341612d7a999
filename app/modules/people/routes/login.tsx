import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { getSafeNext, identifyCaller } from "~/web/context.server";
import { getRetryHeader } from "~/web/error-response.server";
import { getText, readLimitedForm } from "~/web/form-action.server";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { AppError } from "~/web/refusal";
import { createAuthenticator, parseCarriedPost, signInUser } from "../data/sign-in.server";
import { getAddressTry } from "../data/sign-in-tries.server";
import { ResubmitForm, SecondFactorForm } from "../ui/code-form";
import { SignInForm } from "../ui/sign-in-form";

export const meta: MetaFunction = () => [{ title: "Sign in · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const next = getSafeNext(new URL(args.request.url).searchParams.get("next"));
  if ((await identifyCaller(args)).actor.user) redirectOnGet(args, next);
  return { next: next === "/" ? undefined : next };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readLimitedForm(args, () => [getAddressTry(args.context.address)]);
  const sent = parseCarriedPost(form.get("carried"));
  // If a session exists, return the typed form only to the person who typed it.
  const carriedFor = async (userId: number) => {
    const { session } = await identifyCaller(args);
    return session && session.user_id !== userId ? undefined : sent;
  };
  const login = getText(form, "login");
  const next = getSafeNext(form.get("next"));
  try {
    const { userId } = await createAuthenticator(args).authenticate("form", answersAgain(args.request, form));
    const carried = await carriedFor(userId);
    const { headers, landing, half } = await signInUser(args, userId, { knowsPassword: true });
    if (half)
      return data(
        { signedIn: false as const, half, carried, next: next === "/" ? undefined : next },
        { headers },
      );
    if (carried) return data({ signedIn: true as const, carried }, { headers });
    throw redirect(next === "/" ? landing : next, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = Object.values(error.facts.fields ?? {}).flat()[0] ?? error.message;
    const stored = { login, carried: sent, next: next === "/" ? undefined : next };
    return data(
      { signedIn: false as const, message, ...stored },
      { status: error.status, headers: getRetryHeader(error) },
    );
  }
}

/** Build a copy of the request with only the fields that the strategy reads, because the original body was already read. */
function answersAgain({ url, headers }: Request, form: FormData) {
  const cookie = headers.get("Cookie");
  const body = new URLSearchParams();
  for (const name of ["login", "password"]) body.set(name, String(form.get(name) ?? ""));
  return new Request(url, { method: "POST", body, headers: cookie ? { Cookie: cookie } : {} });
}

export default function Login() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.signedIn) return <ResubmitForm carried={result.carried} />;
  if (result && "half" in result)
    return <SecondFactorForm kinds={result.half} next={result.next} carried={result.carried} />;
  return (
    <PublicFrame>
      <PageHead title="Sign in" />
      <SignInForm
        next={result?.next ?? data.next}
        login={result?.login}
        message={result?.message}
        carried={result?.carried}
      />
      <p>
        New here? <a href="/signup">Create an account</a>
      </p>
    </PublicFrame>
  );
}
