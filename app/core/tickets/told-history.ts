import { LAND_KEYS, seesLand } from "~/core/tickets/land";
import type { CompanyPermissions } from "~/domain/access/crew-permissions";
import { type Diff, tellsContent } from "~/domain/history/history";
import type { TicketRole } from "~/domain/tickets/trip-ticket";

/**
 * What a line of a ticket's history shows a reader: nothing that the ticket's page or its other parts hide from them.
 * Everyone who sees the ticket learns that something happened.
 */
export function toldTo<D extends { diffs?: Diff[] }>(
  ticket: { roles: ReadonlySet<TicketRole> },
  flags: CompanyPermissions,
  { activity, details }: { activity: string; details: D },
): Partial<D> {
  if (!tellsContent(activity, flags)) return {};
  const hidden = [
    ...(seesLand(ticket.roles) ? [] : LAND_KEYS),
    ...(flags.certification.read ? [] : ["certification"]),
  ];
  if (!details.diffs?.some((d) => hidden.includes(d.key))) return details;
  return { ...details, diffs: details.diffs.filter((d) => !hidden.includes(d.key)) };
}
