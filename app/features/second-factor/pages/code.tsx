import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { kindsOfSecond } from "~/core/people/second-factors.server";
import { CarriedForm, CodeForm } from "~/features/people/code-form";
import { passSecondFactor } from "~/features/second-factor/second-factor.server";
import { endHalf, halfWay, nextOf } from "~/features/second-factor/second-half.server";
import { perform } from "~/web/perform.server";
import { readForm, textIn } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Your code · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, half } = await halfWay(args);
  return { kinds: await kindsOfSecond(ctx.db.read, half.user_id), next: nextOf(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return endHalf(args, form, (ctx, half) =>
    perform(passSecondFactor, ctx, { ...half, code: textIn(form, "code") }),
  );
}

/** The second half of a sign-in. */
export default function SecondCode() {
  const { kinds, next } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.signedIn) return <CarriedForm carried={result.carried} />;
  return (
    <CodeForm kinds={kinds} next={result?.next ?? next} carried={result?.carried} message={result?.message} />
  );
}
