import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listCrews } from "~/features/people/crews.server";
import { EMPLOYEE_SORRY } from "~/features/people/employee";
import { ContactFields, CrewFields, fieldsOf, ticked } from "~/features/people/employee-form";
import { addEmployee } from "~/features/people/employees.server";
import { deliverOutbox } from "~/features/people/outbox.server";
import { ErrorSummary } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { forbidden } from "~/web/refusal";
import { asPage, call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Add employee · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  if (!ctx.actor.permissions.is_primary)
    throw asPage(forbidden("Only an admin of your company can add, edit and delete employees."));
  const { crews } = await call(listCrews, ctx, {});
  return { crews: crews.map((c) => c.crew), submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(addEmployee, args, { to: () => "/company/people?done=added", sorry: EMPLOYEE_SORRY }).finally(
    () => void deliverOutbox(),
  );
}

export default function AddEmployee() {
  const { crews, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = fieldsOf(reply);
  const regular = crews.filter((c) => !c.is_primary);
  return (
    <div className="narrow">
      <PageHead
        title="Add employee"
        lede="They are in the crew at once, and get a link to choose a password."
      />
      <form method="post" className="stack">
        <ErrorSummary
          formErrors={reply?.error?.[""] ?? undefined}
          fields={["first_name", "last_name", "phone_number", "email"].map((name) => field(name))}
        />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
        <ContactFields field={field} />
        <CrewFields
          crews={crews}
          isAdmin={reply?.initialValue?.is_admin === "on"}
          chosen={ticked(reply, "crew_ids", regular.length === 1 ? regular.map((c) => c.id) : [])}
          errors={reply?.error?.crew_ids ?? undefined}
        />
        <div className="row">
          <button type="submit" className="button primary">
            Add employee
          </button>{" "}
          <a href="/company/people">Back to the people</a>
        </div>
      </form>
    </div>
  );
}
