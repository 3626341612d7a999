import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getEnabledChannel } from "~/lib/mail/channels.server";
import { formatFullName } from "~/lib/text/text";
import { getInviteIntro, NewLinkPage } from "~/ui/new-link";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submitSecret, toErrorResponse } from "~/web/form-action.server";
import { notFound } from "~/web/refusal";
import { renewInvite } from "../data/new-links.server";
import { listPeople } from "../data/people.server";

export const meta: MetaFunction = () => [{ title: "New link · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { invited } = await callProcedure(listPeople, await createContext(args), {});
  const match = invited.find((i) => i.id === parseId(args.params.inviteId));
  if (!match) throw toErrorResponse(notFound("This invitation was already used or withdrawn."));
  return {
    name: formatFullName(match),
    lede: getInviteIntro(getEnabledChannel({ email: match.email, phone: null }), match.email),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submitSecret(renewInvite, args, { invite_id: parseId(args.params.inviteId) });
}

export default function RenewInvitationLink() {
  const { name, lede } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <NewLinkPage
      name={name}
      lede={lede}
      made={result?.shown}
      errors={result?.reply?.error?.[""] ?? undefined}
      back={{ href: "/company/people", label: "Back to people" }}
    />
  );
}
