import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDoneParam } from "~/ui/done";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { resetSetup } from "../../shared/draft.server";
import { getSetupProgress } from "../../shared/draft-progress.server";
import { ConfirmPage } from "../ui/setup-pages";

export const meta: MetaFunction = () => [{ title: "Cancel the job setup · Timbertally" }];

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getSetupProgress, await createContext(args), {});

export const action = (args: ActionFunctionArgs) =>
  submit(resetSetup, args, { to: () => addDoneParam("/jobs", "setup-deleted") });

export default function Cancellation() {
  const { name, version } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ConfirmPage
      title="Cancel the job setup?"
      lede={`Everything you entered${name ? ` for ${name}` : ""} is deleted, here and on your other devices. This can't be undone.`}
      button="Delete the setup"
      values={{ version }}
      result={result}
      keep={{ href: "/jobs/create", label: "Keep it" }}
    />
  );
}
