import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { readScannedCode } from "~/web/qr-params";
import { verifyTicket } from "../paper/data/verify.server";
import { ForgedCodeNotice, TicketVerification, WithdrawnTicketNotice } from "../paper/ui/verification";

export const meta: MetaFunction = () => [
  { title: "Is this ticket real? · Timbertally" },
  { name: "robots", content: "noindex" },
];

/** Respond to anyone who has a code, valid or not; nobody is redirected to sign in. */
export async function loader(args: LoaderFunctionArgs) {
  const code = readScannedCode(args.request.url);
  const id = /^\d{1,15}$/.test(args.params.ticketId ?? "") ? Number(args.params.ticketId) : 0;
  const ticket = await callProcedure(verifyTicket, await createOpenContext(args), { id, ...code });
  return { code, ticket };
}

export default function TicketVerificationPage() {
  const { code, ticket } = useLoaderData<typeof loader>();
  return (
    <PublicFrame>
      {ticket.forged ? (
        <ForgedCodeNotice />
      ) : ticket.withdrawn ? (
        <WithdrawnTicketNotice number={ticket.number} />
      ) : (
        <TicketVerification
          ticket={ticket}
          code={[
            { name: "p", value: code.p },
            { name: "sig", value: code.sig },
          ]}
        />
      )}
    </PublicFrame>
  );
}
