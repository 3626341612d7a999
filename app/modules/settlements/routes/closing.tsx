import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatDate } from "~/lib/time/time";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { closePeriod, listClosings } from "../data/settings.server";

export const meta: MetaFunction = () => [{ title: "Close the books · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return {
    ...(await callProcedure(listClosings, await createContext(args), {})),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(closePeriod, args, { to: () => "/settlements/closing?done=saved" });

export default function BooksClosing() {
  const { closings, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <h2>Close the books</h2>
      <p>
        No statement, payment, or reversal is dated on or before the day. Corrections come with the next
        statement.
      </p>
      {closings.length ? (
        <ul className="stack">
          {closings.map((c) => (
            <li key={c.id}>
              Through {formatDate(c.closed_through)}: {c.reason}
            </li>
          ))}
        </ul>
      ) : null}
      <SimpleForm
        result={result}
        submissionId={submission_id}
        values={{}}
        button="Close the books"
        back={{ href: "/settlements/settings", label: "Back to settings" }}
        fields={[
          { name: "closed_through", label: "Through", kind: "date", required: true },
          { name: "reason", label: "Reason", required: true, maxLength: 500, hint: "Like: October is done" },
        ]}
      />
    </div>
  );
}
