import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CarriedForm, CodeForm } from "~/features/people/code-form";
import { forgetHalf, halfOf } from "~/features/people/half.server";
import { readCarried, signInUser } from "~/features/people/sign-in.server";
import { passSecondFactor } from "~/features/second-factor/second-factor.server";
import { retryHeader } from "~/web/as-page.server";
import { openContext, safeNext } from "~/web/context.server";
import { perform } from "~/web/perform.server";
import { Refusal } from "~/web/refusal";
import { readForm, textIn } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Your code · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { now } = await openContext(args);
  if ((await halfOf(args.request, now)) === null) throw redirect("/login");
  const next = safeNext(new URL(args.request.url).searchParams.get("next"));
  return { next: next === "/" ? undefined : next };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const carried = readCarried(form.get("carried"));
  const next = safeNext(form.get("next"));
  const ctx = await openContext(args);
  const user_id = await halfOf(args.request, ctx.now);
  if (user_id === null) throw redirect("/login", { status: 303 });
  try {
    const { userId } = await perform(passSecondFactor, ctx, { user_id, code: textIn(form, "code") });
    const { headers, landing } = await signInUser(args, userId, { knowsPassword: true, second: true });
    headers.append("Set-Cookie", await forgetHalf());
    if (carried) return data({ signedIn: true as const, carried }, { headers });
    throw redirect(next === "/" ? landing : next, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = Object.values(error.facts.fields ?? {}).flat()[0] ?? error.message;
    const kept = { message, carried, next: next === "/" ? undefined : next };
    return data({ signedIn: false as const, ...kept }, { status: error.status, headers: retryHeader(error) });
  }
}

/** The second half of a sign-in. */
export default function SecondCode() {
  const { next } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.signedIn) return <CarriedForm carried={result.carried} />;
  return <CodeForm next={result?.next ?? next} carried={result?.carried} message={result?.message} />;
}
