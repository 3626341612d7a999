import type { CompanyPermissions } from "~/lib/access/crew-permissions";
import { canReadContent, type Diff } from "~/modules/history/rules/history";
import { canSeeLand, LAND_KEYS } from "./land";
import type { TicketRole } from "./trip-ticket";

/**
 * Return what a line of a ticket's history shows a reader: nothing that the ticket's page or its other parts hide from
 * them. Everyone who sees the ticket learns that something happened.
 */
export function isEntryVisible<D extends { diffs?: Diff[] }>(
  ticket: { roles: ReadonlySet<TicketRole> },
  flags: CompanyPermissions,
  { activity, details }: { activity: string; details: D },
): Partial<D> {
  if (!canReadContent(activity, flags)) return {};
  const hidden = [
    ...(canSeeLand(ticket.roles) ? [] : LAND_KEYS),
    ...(flags.certification.read ? [] : ["certification"]),
  ];
  if (!details.diffs?.some((d) => hidden.includes(d.key))) return details;
  return { ...details, diffs: details.diffs.filter((d) => !hidden.includes(d.key)) };
}
