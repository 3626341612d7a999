import { and, desc, eq } from "drizzle-orm";
import { auditEntry, company, tripTicket } from "#db/schema";
import { readJobParties } from "~/core/tickets/job-parties.server";
import type { VisibleTicket } from "~/core/tickets/ticket-row.server";
import { STATUS, statusName } from "~/domain/tickets/trip-ticket";
import { formatInstant } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notNow, type Refusal } from "~/web/refusal";

/** The claim is among so many of the last changes of a load that was claimed while somebody else was about to. */
const LATEST = 50;
const FREE: readonly unknown[] = [statusName(STATUS.available), statusName(STATUS.inYard)];

/** When a load that anyone could claim was claimed by the company that hauls it; null where that wasn't so. */
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
        key === "trip_ticket_status" && updated === statusName(STATUS.claimed) && FREE.includes(saved),
    ),
  );
  return claim?.at ?? null;
}

const words = ({ actor, now }: Ctx<CompanyActor>, name: string, at: string) =>
  `${name} already claimed this load, ${formatInstant(at, actor.zone, now)}.`;

/** Who claimed a load that somebody still sees, and when; null where nobody did. */
export async function claimedWords(ctx: Ctx<CompanyActor>, { row }: VisibleTicket): Promise<string | null> {
  const { hauler, trip_ticket: t } = row;
  if (t.trip_ticket_status_id !== STATUS.claimed || !hauler?.name) return null;
  return words(ctx, hauler.name, (await claimedAt(ctx, t.id)) ?? t.created_at);
}

/**
 * What a hauler of the job is told whose claim comes after another's: the load was there for both, and isn't theirs to see
 * anymore. Null for any other load, which is as good as none.
 */
export async function lostClaim(ctx: Ctx<CompanyActor>, id: number): Promise<Refusal | null> {
  const [load] = await ctx.read
    .select({ job_id: tripTicket.job_id, hauler: company.name })
    .from(tripTicket)
    .innerJoin(company, eq(company.id, tripTicket.hauler_company_id))
    .where(and(eq(tripTicket.id, id), eq(tripTicket.is_deleted, false)));
  if (!load?.hauler) return null;
  const parties = await readJobParties(ctx.read, load.job_id);
  if (!parties.some((p) => p.is_hauler && p.company_id === ctx.actor.company.id)) return null;
  const at = await claimedAt(ctx, id);
  return at ? notNow(words(ctx, load.hauler, at)) : null;
}
