import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sendsBy } from "~/core/outbox/channels.server";
import { formatPhone } from "~/domain/people/phone";
import { fullName } from "~/domain/text/text";
import { getEmployee } from "~/features/people/employees.server";
import { renewLink } from "~/features/people/new-links.server";
import { naming } from "~/ui/naming";
import { inviteLede, NewLink } from "~/ui/new-link";
import { Notice } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call, idOf, show } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "New link · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const found = await call(getEmployee, await context(args), { user_id: idOf(args.params.userId) });
  const sends = sendsBy({ email: found.email, phone: found.phone_number });
  const to = sends === "mail" ? found.email : found.phone_number && formatPhone(found.phone_number);
  return {
    name: fullName(found),
    added: new URL(args.request.url).searchParams.get("done") === "added",
    blocked: found.locked_out,
    lede: found.waits
      ? inviteLede(sends, to)
      : `For when ${found.first_name} forgot the password. Anyone with the link can choose a new one and sign in. It works for a day, and we tell ${found.first_name} that you made it. Earlier links stop working.`,
  };
}

export const handle = naming<typeof loader>({ "/company/people/:userId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  return show(renewLink, args, { user_id: idOf(args.params.userId) });
}

export default function Link() {
  const { name, lede, blocked, added } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <NewLink
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
