import { and, desc, eq } from "drizzle-orm";
import { auditEntry, company, tripTicket } from "#db/schema";
import { formatInstant } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { type AppError, unprocessable } from "~/web/refusal";
import { getStatusLabel, STATUS } from "../../rules/trip-ticket";
import { readJobParties } from "../../shared/job-parties.server";
import type { VisibleTicket } from "../../shared/ticket-row.server";

/** Number of latest changes to search for the claim that another user made first. */
const LATEST = 50;
const FREE: readonly unknown[] = [getStatusLabel(STATUS.available), getStatusLabel(STATUS.inYard)];

/** Return the time at which a hauler claimed a load that anyone could claim; null if there was no such claim. */
async function claimedAt(ctx: Ctx<CompanyActor>, id: number): Promise<string | null> {
  const entries = await ctx.read
    .select({ at: auditEntry.created_at, details: auditEntry.details })
    .from(auditEntry)
    .where(eq(auditEntry.trip_ticket_id, id))
    .orderBy(desc(auditEntry.seq))
    .limit(LATEST);
  const claim = entries.find(({ details }) =>
    details.diffs?.some(
      ({ key, saved, updated }) =>
        key === "trip_ticket_status" && updated === getStatusLabel(STATUS.claimed) && FREE.includes(saved),
    ),
  );
  return claim?.at ?? null;
}

const words = ({ actor, now }: Ctx<CompanyActor>, name: string, instant: string) =>
  `${name} already claimed this load, ${formatInstant(instant, actor.zone, now)}.`;

/** Return a message with the claimant and time of a load that the reader can still see; null if nobody claimed it. */
export async function readClaimedMessage(
  ctx: Ctx<CompanyActor>,
  { row }: VisibleTicket,
): Promise<string | null> {
  const { hauler, trip_ticket: t } = row;
  if (t.trip_ticket_status_id !== STATUS.claimed || !hauler?.name) return null;
  return words(ctx, hauler.name, (await claimedAt(ctx, t.id)) ?? t.created_at);
}

/**
 * Return the error for a job's hauler whose claim came second: the load was visible to both haulers and is now hidden
 * from this one. Null for any other load, which counts as missing.
 */
export async function readAlreadyClaimedError(ctx: Ctx<CompanyActor>, id: number): Promise<AppError | null> {
  const [load] = await ctx.read
    .select({ job_id: tripTicket.job_id, hauler: company.name })
    .from(tripTicket)
    .innerJoin(company, eq(company.id, tripTicket.hauler_company_id))
    .where(and(eq(tripTicket.id, id), eq(tripTicket.is_deleted, false)));
  if (!load?.hauler) return null;
  const parties = await readJobParties(ctx.read, load.job_id);
  if (!parties.some((p) => p.is_hauler && p.company_id === ctx.actor.company.id)) return null;
  const instant = await claimedAt(ctx, id);
  return instant ? unprocessable(words(ctx, load.hauler, instant)) : null;
}
