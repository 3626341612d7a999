import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getText, readForm } from "~/web/form-action.server";
import { runProcedure } from "~/web/run-procedure.server";
import { readSecondFactorKinds } from "../../shared/second-factors.server";
import { ResubmitForm, SecondFactorForm } from "../../ui/code-form";
import { completeCodeSignIn } from "../data/second-factor.server";
import { finishSignIn, getNextPath, loadPendingSignIn } from "../data/second-half.server";

export const meta: MetaFunction = () => [{ title: "Your code · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, half } = await loadPendingSignIn(args);
  return { kinds: await readSecondFactorKinds(ctx.db.read, half.user_id), next: getNextPath(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return finishSignIn(args, form, (ctx, half) =>
    runProcedure(completeCodeSignIn, ctx, { ...half, code: getText(form, "code") }),
  );
}

/** Page for the second step of a sign-in, by code. */
export default function SecondCode() {
  const { kinds, next } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.signedIn) return <ResubmitForm carried={result.carried} />;
  return (
    <SecondFactorForm
      kinds={kinds}
      next={result?.next ?? next}
      carried={result?.carried}
      message={result?.message}
    />
  );
}
