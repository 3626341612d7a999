import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { endColleagueSessions, getColleagueSessions } from "../data/colleague-sessions.server";

export const meta: MetaFunction = () => [{ title: "Sign out a colleague · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const colleagueSessions = await callProcedure(getColleagueSessions, await createContext(args), {
    user_id: parseId(args.params.userId),
  });
  return { ...colleagueSessions, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/people/:userId": ({ name }) => name,
});

export const action = (args: ActionFunctionArgs) =>
  submit(endColleagueSessions, args, {
    fixed: { user_id: parseId(args.params.userId) },
    to: ({ id }) => `/company/people/${id}?done=signed-out`,
  });

export default function SignOutColleague() {
  const { id, name, open, submission_id } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <PageHead
        title={`Sign out ${name}`}
        lede={`If a phone is lost: ${formatCount(open, "sign-in")} ${open === 1 ? "ends" : "end"} right away, on every device. The password stays; if someone else may know it, make a new link as well.`}
      />
      <ConfirmForm
        result={useActionData<typeof action>()}
        submissionId={submission_id}
        button="Sign out everywhere"
        back={{ href: `/company/people/${id}`, label: "Back" }}
      />
    </div>
  );
}
