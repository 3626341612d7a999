import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getEnabledChannel } from "~/lib/mail/channels.server";
import { formatPhone } from "~/lib/text/phone";
import { formatFullName } from "~/lib/text/text";
import { createBreadcrumbHandle } from "~/ui/naming";
import { getInviteIntro, NewLinkPage } from "~/ui/new-link";
import { Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submitSecret } from "~/web/form-action.server";
import { getEmployee } from "../data/employees.server";
import { renewEmployeeLink } from "../data/new-links.server";

export const meta: MetaFunction = () => [{ title: "New link · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const employee = await callProcedure(getEmployee, await createContext(args), {
    user_id: parseId(args.params.userId),
  });
  const sends = getEnabledChannel({ email: employee.email, phone: employee.phone_number });
  const to = sends === "mail" ? employee.email : employee.phone_number && formatPhone(employee.phone_number);
  return {
    name: formatFullName(employee),
    added: new URL(args.request.url).searchParams.get("done") === "added",
    blocked: employee.locked_out,
    lede: employee.waits
      ? getInviteIntro(sends, to)
      : `For when ${employee.first_name} forgot the password. Anyone with the link can choose a new one and sign in. It works for a day, and we tell ${employee.first_name} that you made it. Earlier links stop working.`,
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/people/:userId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  return submitSecret(renewEmployeeLink, args, { user_id: parseId(args.params.userId) });
}

export default function CreateEmployeeLink() {
  const { name, lede, blocked, added } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <NewLinkPage
      name={name}
      lede={lede}
      blocked={blocked}
      notice={
        added ? (
          <Notice title="Employee added successfully">
            <p>No text or mail was sent. Make a link here and send it yourself.</p>
          </Notice>
        ) : null
      }
      made={result?.shown}
      errors={result?.reply?.error?.[""] ?? undefined}
      back={{ href: "/company/people", label: "Back to people" }}
    />
  );
}
