import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { getTicketHead } from "~/features/trip-tickets/head.server";
import { ticketAt } from "~/features/trip-tickets/ticket-at.server";
import { TicketHead } from "~/features/trip-tickets/ticket-head";
import { naming } from "~/ui/naming";
import { Inside } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call } from "~/web/respond.server";

/**
 * The ticket's own page draws its head itself, with its actions; nothing is read twice for it. The pages below it know the
 * ticket by its id, and are led to it where they are asked for by its name.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  const own = paths.ticket(args.params.ticketId ?? "");
  if (pathname.replace(/\/$/, "") === own) return { head: null };
  const id = await ticketAt(args);
  if (String(id) !== args.params.ticketId)
    throw redirect(`${paths.ticket(id)}${pathname.slice(own.length)}${search}`);
  return { head: await call(getTicketHead, await context(args), { id }) };
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
