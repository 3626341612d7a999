import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/text/text";
import { EMPLOYEE_SORRY } from "~/features/people/employee";
import { deleteEmployee, getEmployeeToDelete } from "~/features/people/employees.server";
import { DeletionPage } from "~/ui/deletion";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Delete employee · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return call(getEmployeeToDelete, await context(args), { user_id: idOf(args.params.userId) });
}

export const handle = naming<typeof loader>({ "/company/people/:userId": (data) => fullName(data) });

export async function action(args: ActionFunctionArgs) {
  return submit(deleteEmployee, args, {
    fixed: { user_id: idOf(args.params.userId) },
    to: () => "/company/people?done=deleted",
    sorry: EMPLOYEE_SORRY,
  });
}

export default function Deletion() {
  const employee = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={fullName(employee)}
      lede={
        employee.waits
          ? "They leave every crew of your company, and their link stops working. Tickets that name them don't change."
          : "They leave every crew of your company and lose access to it. Their account and the tickets that name them don't change."
      }
      why={employee.refused}
      list="/company/people"
      back="Back to people"
      keep="Keep them"
      result={result}
      version={employee.version}
    />
  );
}
