import { followDestination } from "~/features/trip-tickets/certifications.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { OpenTicket } from "./update.server";

/** What becomes of the certificates of loads that go to another destination of their job, load by load. */
export async function certificatesFollow(ctx: Ctx<CompanyActor>, loads: readonly OpenTicket[], to: number) {
  const changes = new Map<number, NonNullable<Awaited<ReturnType<typeof followDestination>>>>();
  for (const load of loads) {
    const change = await followDestination(ctx, load, to);
    if (change) changes.set(load.id, change);
  }
  return changes;
}
