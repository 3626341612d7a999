import { redirect } from "@remix-run/node";
import { getNamedTicket } from "~/core/tickets/find-named.server";
import { readTicketName } from "~/domain/tickets/ticket-name";
import { context, type RouteArgs } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

/**
 * The ticket that an address means: by its id, as codes, programs and old links have it, or by its name, "SLT-1178". Where
 * the name means several, the list of them is shown instead.
 */
export async function ticketAt(args: RouteArgs & { params: { ticketId?: string } }): Promise<number> {
  const named = args.params.ticketId ?? "";
  if (!readTicketName(named)) return idOf(named);
  const id = await call(getNamedTicket, await context(args), { name: named });
  if (id === null) throw redirect(paths.ticketList(`q=${encodeURIComponent(named)}`));
  return id;
}
