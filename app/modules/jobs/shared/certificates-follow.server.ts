import { planReassignedCertificates } from "~/modules/trip-tickets/shared/certifications.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { OpenTicket } from "./update.server";

/** Return the certificate changes of loads that go to another destination of their job, by load id. */
export async function readCertificateChanges(
  ctx: Ctx<CompanyActor>,
  loads: readonly OpenTicket[],
  to: number,
) {
  const changes = new Map<number, NonNullable<Awaited<ReturnType<typeof planReassignedCertificates>>>>();
  for (const load of loads) {
    const change = await planReassignedCertificates(ctx, load, to);
    if (change) changes.set(load.id, change);
  }
  return changes;
}
