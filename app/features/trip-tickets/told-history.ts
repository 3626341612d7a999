import type { CompanyPermissions } from "~/features/companies/crew-permissions";
import { type Diff, tellsContent } from "~/features/history/history";
import { LAND_KEYS, seesLand } from "./land";
import type { TicketRole } from "./trip-ticket";

/**
 * What a line of a ticket's history tells a reader: nothing that the ticket's page or its other parts keep from them.
 * That something happened is told to all who see the ticket.
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
