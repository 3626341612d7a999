import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { endColleagueSessions, getColleagueSessions } from "~/features/people/colleague-sessions.server";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Sign out a colleague · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const found = await call(getColleagueSessions, await context(args), { user_id: idOf(args.params.userId) });
  return { ...found, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/company/people/:userId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) =>
  submit(endColleagueSessions, args, {
    fixed: { user_id: idOf(args.params.userId) },
    to: ({ id }) => `/company/people/${id}?done=signed-out`,
  });

export default function SignOutColleague() {
  const { id, name, open, submission_id } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <PageHead
        title={`Sign out ${name}`}
        lede={`If a phone is lost: ${count(open, "sign-in")} ${open === 1 ? "ends" : "end"} right away, on every device. The password stays; if someone else may know it, make a new link as well.`}
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
