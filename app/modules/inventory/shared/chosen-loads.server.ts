import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";
import { requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { readOpenTickets } from "~/modules/jobs/shared/update.server";
import { getGroupStatuses } from "~/modules/trip-tickets/rules/status-groups";
import type { StatusId } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound, staleVersion } from "~/web/refusal";

export const INVENTORY_STATUSES: readonly StatusId[] = getGroupStatuses("available");

const LISTED = "Choose from the listed loads";
/** Load id with the version that the user saw, as "1042:3" from a form's checkbox or as an object with both fields. */
export const loadsField = z
  .array(
    z.union(
      [
        createTextSchema(25, LISTED).regex(/^[1-9]\d{0,14}:[1-9]\d{0,8}$/, LISTED),
        z
          .strictObject({ id: z.number().int().positive(), version: z.number().int().positive() })
          .transform(({ id, version }) => `${id}:${version}`),
      ],
      LISTED,
    ),
    "Choose at least one load",
  )
  .min(1, "Choose at least one load")
  .max(500, "Choose at most 500 loads at a time");

/** Return the chosen loads; reject the request if any load has changed since, or left the destination. */
export async function requireChosenLoads(
  ctx: Ctx<CompanyActor>,
  input: { job_id: number; job_destination_id: number; loads: string[] },
) {
  const job = await requireJobRight(ctx, input.job_id, "reassign");
  const open = await readOpenTickets(ctx, input.job_id);
  const chosen = [...new Set(input.loads)].map((text) => {
    const [id = 0, version = 0] = text.split(":").map(Number);
    const ticket = open.find((t) => t.id === id && t.job_destination_id === input.job_destination_id);
    if (!ticket) throw notFound("One of these loads is gone. Reload the page.");
    if (ticket.version !== version || !INVENTORY_STATUSES.includes(ticket.status))
      throw staleVersion({ trip_ticket_number: ticket.number, version: ticket.version });
    return ticket;
  });
  return { found: job, chosen };
}
