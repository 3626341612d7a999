import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { NestedHeadings } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getTicketHead } from "../data/head.server";
import { findTicketIdInPath } from "../list/data/ticket-at.server";
import { TicketHead } from "../ui/ticket-head";

/**
 * Return the ticket's header for the pages below it. The ticket's own page renders its own header with actions, so
 * nothing is read for it here. Pages below identify the ticket by id; a request by the ticket's name is redirected to
 * the id.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  const own = paths.ticket(args.params.ticketId ?? "");
  if (pathname.replace(/\/$/, "") === own) return { head: null };
  const id = await findTicketIdInPath(args);
  if (String(id) !== args.params.ticketId)
    throw redirect(`${paths.ticket(id)}${pathname.slice(own.length)}${search}`);
  return { head: await callProcedure(getTicketHead, await createContext(args), { id }) };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/:ticketId": ({ head }) => (head ? `#${head.number}` : null),
});

/** Header of the ticket above the pages below it. */
export default function TicketFrame() {
  const { head } = useLoaderData<typeof loader>();
  if (!head) return <Outlet />;
  return (
    <>
      <TicketHead {...head} />
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </>
  );
}
