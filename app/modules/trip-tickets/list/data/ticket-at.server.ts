import { redirect } from "@remix-run/node";
import { createContext, type RouteArgs } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { parseTicketName } from "../../rules/ticket-name";
import { getNamedTicket } from "../../shared/find-named.server";

/**
 * Return the id of the ticket in a URL: by id, as in codes, API calls and old links, or by name, "SLT-1178". If the
 * name is ambiguous, redirect to a list of the matches.
 */
export async function findTicketIdInPath(
  args: RouteArgs & { params: { ticketId?: string } },
): Promise<number> {
  const named = args.params.ticketId ?? "";
  if (!parseTicketName(named)) return parseId(named);
  const id = await callProcedure(getNamedTicket, await createContext(args), { name: named });
  if (id === null) throw redirect(paths.ticketList(`q=${encodeURIComponent(named)}`));
  return id;
}
