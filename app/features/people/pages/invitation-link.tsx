import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sendsBy } from "~/core/outbox/channels.server";
import { fullName } from "~/domain/text/text";
import { renewInvite } from "~/features/people/new-links.server";
import { listPeople } from "~/features/people/people.server";
import { inviteLede, NewLink } from "~/ui/new-link";
import { context } from "~/web/context.server";
import { missing } from "~/web/refusal";
import { asPage, call, idOf, show } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "New link · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { invited } = await call(listPeople, await context(args), {});
  const found = invited.find((i) => i.id === idOf(args.params.inviteId));
  if (!found) throw asPage(missing("This invitation was already used or withdrawn."));
  return {
    name: fullName(found),
    lede: inviteLede(sendsBy({ email: found.email, phone: null }), found.email),
  };
}

export async function action(args: ActionFunctionArgs) {
  return show(renewInvite, args, { invite_id: idOf(args.params.inviteId) });
}

export default function Link() {
  const { name, lede } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <NewLink
      name={name}
      lede={lede}
      made={result?.shown}
      errors={result?.reply?.error?.[""] ?? undefined}
      back={{ href: "/company/people", label: "Back to people" }}
    />
  );
}
