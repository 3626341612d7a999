import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatFullName } from "~/lib/text/text";
import { DeletionPage } from "~/ui/deletion";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { deleteEmployee, getEmployeeToDelete } from "../data/employees.server";
import { EMPLOYEE_SAVE_FAILED } from "../rules/employee";

export const meta: MetaFunction = () => [{ title: "Delete employee · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getEmployeeToDelete, await createContext(args), {
    user_id: parseId(args.params.userId),
  });
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/people/:userId": (data) => formatFullName(data),
});

export async function action(args: ActionFunctionArgs) {
  return submit(deleteEmployee, args, {
    fixed: { user_id: parseId(args.params.userId) },
    to: () => "/company/people?done=deleted",
    sorry: EMPLOYEE_SAVE_FAILED,
  });
}

export default function EmployeeDeletion() {
  const employee = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={formatFullName(employee)}
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
