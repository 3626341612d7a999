import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/text/text";
import { renewInvite } from "~/features/people/employees.server";
import { NewLink } from "~/features/people/new-link";
import { deliverOutbox } from "~/features/people/outbox.server";
import { listPeople } from "~/features/people/people.server";
import { context } from "~/web/context.server";
import { missing } from "~/web/refusal";
import { asPage, call, idOf, show } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "New link · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { invited } = await call(listPeople, await context(args), {});
  const found = invited.find((i) => i.id === idOf(args.params.inviteId));
  if (!found) throw asPage(missing("This invitation has been used or withdrawn already."));
  return { name: fullName(found), to: found.email };
}

export async function action(args: ActionFunctionArgs) {
  const fixed = { invite_id: idOf(args.params.inviteId) };
  return show(renewInvite, args, fixed).finally(() => void deliverOutbox());
}

export default function Link() {
  const { name, to } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <NewLink name={name} to={to} made={result?.shown} errors={result?.reply?.error?.[""] ?? undefined} />
  );
}
