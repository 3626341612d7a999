import { readCrewPeople } from "~/lib/access/crew-people.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import type { TicketRole } from "../../rules/trip-ticket";

/**
 * Determine the cutter and the skidder. If a cutter or skidder creates a ticket without naming any, name that company:
 * a ticket is visible only to the companies on it (docs/domain.md#who-sees-a-ticket).
 */
export function getDefaultHands(
  ctx: Ctx<CompanyActor>,
  roles: ReadonlySet<TicketRole>,
  input: { cutter_company_id?: number; skidder_company_id?: number },
  office: boolean,
) {
  const me = ctx.actor.company.id;
  const cutter = input.cutter_company_id ?? (!office && roles.has("job_cutter") ? me : undefined);
  const named = cutter === me || input.skidder_company_id === me;
  const skidder =
    input.skidder_company_id ?? (!office && !named && roles.has("job_skidder") ? me : undefined);
  return { cutter_company_id: cutter, skidder_company_id: skidder };
}

export async function requireDriver(
  ctx: Ctx<CompanyActor>,
  haulerId: number | undefined,
  userId: number | undefined,
) {
  if (userId === undefined) return null;
  if (haulerId === undefined)
    throw invalid({ hauler_user_id: ["Choose the hauler this person drives for."] });
  const people = await readCrewPeople(ctx.read, haulerId);
  if (!people.some((p) => p.id === userId))
    throw invalid({ hauler_user_id: ["This person doesn't drive for that company."] });
  return userId;
}
