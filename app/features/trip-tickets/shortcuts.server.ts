import { sql } from "drizzle-orm";
import { z } from "zod";
import { listActions } from "~/core/tickets/list-actions";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { paths } from "~/web/paths";
import { procedure } from "~/web/procedure";

type Shortcut = { href: string; title: string; count: number | null; words?: string };

/** What a company most likely came for: loads to claim, under way, and a new ticket. Counts by the counters. */
export const shortcuts = procedure({
  name: "shortcuts",
  input: z.strictObject({}),
  async run(ctx): Promise<Shortcut[]> {
    const flags = ctx.actor.permissions.trip_ticket;
    const rows = flags.read
      ? await ctx.read
          .select({ status: sql<number>`status`, n: sql<number>`n` })
          .from(sql`company_status_count`)
          .where(sql`company_id = ${ctx.actor.company.id}`)
      : [];
    const sum = (...ids: number[]) =>
      rows.filter((r) => ids.includes(r.status)).reduce((total, r) => total + r.n, 0);
    const { available, inYard, claimed, inTransit, paused, completed } = STATUS;
    const may = listActions(ctx.actor);
    const list: Shortcut[] = [
      ...(may.works
        ? [
            {
              href: `${paths.tickets}?view=available`,
              title: "Available to haul",
              count: sum(available, inYard),
            },
          ]
        : []),
      {
        href: `${paths.tickets}?status=${claimed}&status=${inTransit}&status=${paused}`,
        title: "Under way",
        count: sum(claimed, inTransit, paused),
      },
      { href: `${paths.tickets}?status=${completed}`, title: "Completed", count: sum(completed) },
    ];
    if (!flags.read) list.length = 0;
    if (may.create)
      list.unshift({
        href: paths.newTicket(),
        title: "New trip ticket",
        count: null,
        words: "Start a load on one of your jobs",
      });
    return list;
  },
});
