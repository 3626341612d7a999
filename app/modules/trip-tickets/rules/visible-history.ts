import type { CompanyPermissions } from "~/lib/access/crew-permissions";
import { canReadContent, type Diff } from "~/modules/history/rules/history";
import { canSeeCuttingPlace, LAND_HISTORY_KEYS } from "./land";
import type { TicketRole } from "./trip-ticket";

/**
 * Return the details of a ticket's history entry without anything hidden from the reader on the ticket's page. The
 * entry itself is visible to everyone who sees the ticket.
 */
export function redactHistoryDetails<D extends { diffs?: Diff[] }>(
  ticket: { roles: ReadonlySet<TicketRole> },
  flags: CompanyPermissions,
  { activity, details }: { activity: string; details: D },
): Partial<D> {
  if (!canReadContent(activity, flags)) return {};
  const hidden = [
    ...(canSeeCuttingPlace(ticket.roles) ? [] : LAND_HISTORY_KEYS),
    ...(flags.certification.read ? [] : ["certification"]),
  ];
  if (!details.diffs?.some((d) => hidden.includes(d.key))) return details;
  return { ...details, diffs: details.diffs.filter((d) => !hidden.includes(d.key)) };
}
