import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/text/text";
import { getEmployee, renewLink } from "~/features/people/employees.server";
import { NewLink } from "~/features/people/new-link";
import { deliverOutbox } from "~/features/people/outbox.server";
import { formatPhone } from "~/features/people/phone";
import { context } from "~/web/context.server";
import { call, idOf, show } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "New link · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const found = await call(getEmployee, await context(args), { user_id: idOf(args.params.userId) });
  return {
    name: fullName(found),
    to: found.email ?? (found.phone_number && formatPhone(found.phone_number)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const fixed = { user_id: idOf(args.params.userId) };
  return show(renewLink, args, fixed).finally(() => void deliverOutbox());
}

export default function Link() {
  const { name, to } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <NewLink name={name} to={to} made={result?.shown} errors={result?.reply?.error?.[""] ?? undefined} />
  );
}
