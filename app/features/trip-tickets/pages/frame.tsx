import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { getTicketHead } from "~/features/trip-tickets/head.server";
import { TicketHead } from "~/features/trip-tickets/ticket-head";
import { naming } from "~/ui/naming";
import { Inside } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

/** The ticket's own page draws its head itself, with its actions; nothing is read twice for it. */
export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.ticketId);
  const here = new URL(args.request.url).pathname.replace(/\/$/, "");
  return { head: here === paths.ticket(id) ? null : await call(getTicketHead, await context(args), { id }) };
}

export const handle = naming<typeof loader>({
  "/trip-tickets/:ticketId": ({ head }) => (head ? `#${head.number}` : null),
});

/** The ticket that one edits, above what one edits. */
export default function TicketFrame() {
  const { head } = useLoaderData<typeof loader>();
  if (!head) return <Outlet />;
  return (
    <>
      <TicketHead {...head} />
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
