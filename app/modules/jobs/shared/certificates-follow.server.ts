import { followDestinationSteps } from "~/modules/trip-tickets/shared/certifications.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { OpenTicket } from "./update.server";

/** Update the certificates of loads that go to another destination of their job, load by load. */
export async function requireCertificates(ctx: Ctx<CompanyActor>, loads: readonly OpenTicket[], to: number) {
  const changes = new Map<number, NonNullable<Awaited<ReturnType<typeof followDestinationSteps>>>>();
  for (const load of loads) {
    const change = await followDestinationSteps(ctx, load, to);
    if (change) changes.set(load.id, change);
  }
  return changes;
}
