import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { tripTicket } from "#db/schema";
import { formatCount } from "~/lib/text/text";
import { formatInventory, getUnitName, toUnitOrDefault, UNIT } from "~/lib/units/measures";
import { buildTicketHistorySteps } from "~/modules/history/shared/history.server";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { getInventoryUnit, groupByProduct, sumVolumesIn } from "~/modules/jobs/rules/inventory";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { readCertificateChanges } from "~/modules/jobs/shared/certificates-follow.server";
import { readJobDestinations } from "~/modules/jobs/shared/destinations.server";
import { readInventoryUnits } from "~/modules/jobs/shared/inventory-units.server";
import { readJobProducts } from "~/modules/jobs/shared/job-products.server";
import {
  buildUpdateOpenTicketStep,
  type OpenTicket,
  readOpenTickets,
} from "~/modules/jobs/shared/update.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { formatCompanyProduct, getStatusLabel } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { IS_OPEN_SQL } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idWithCountOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound, unprocessable } from "~/web/refusal";
import { INVENTORY_STATUSES, loadsField, requireChosenLoads } from "./chosen-loads.server";

const job_id = z.number().int();
/**
 * Read the visible waiting loads of a job, available or in yard. Grouped by destination and product, they are a
 * destination's inventory.
 */
const readWaiting = (ctx: Ctx<CompanyActor>, jobId: number) =>
  ctx.read
    .select({
      job_destination_id: tripTicket.job_destination_id,
      product_type_id: tripTicket.product_type_id,
      wood_species_id: tripTicket.wood_species_id,
      wood_species_type_id: tripTicket.wood_species_type_id,
      unit: sql<number>`coalesce(${tripTicket.estimated_wood_unit_type_id}, 2)`,
      volume: sql<number>`coalesce(${tripTicket.estimated_volume}, 0)`,
    })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, jobId),
        IS_OPEN_SQL,
        inArray(tripTicket.trip_ticket_status_id, INVENTORY_STATUSES),
        visibleTicketsQuery(ctx.actor),
      ),
    );

/**
 * Return the sort sheet page: products, and destinations with the products that they accept and the loads waiting for
 * them.
 */
export const getJobSorts = procedure({
  name: "getJobSorts",
  may: "job.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "see_destinations");
    const [products, destinations, waiting, shownIn] = await Promise.all([
      readJobProducts(ctx, id),
      readJobDestinations(ctx, id),
      job.rights.see_tickets ? readWaiting(ctx, id) : [],
      readInventoryUnits(ctx),
    ]);
    const nameOf = (key: string) => {
      const of = products.find((p) => formatProductKey(p) === key);
      return of ? formatCompanyProduct(of) : "A product no longer on the job";
    };
    const sorted = destinations.map((d) => {
      const mine = waiting.filter((w) => w.job_destination_id === d.id);
      return {
        id: d.id,
        name: d.name,
        mileage: d.mileage === null ? null : `${d.mileage} mi${d.mileage_is_estimate ? " (estimate)" : ""}`,
        takes: d.product_mixes
          .filter((m) => m.is_accepted)
          .map((m) => `${nameOf(formatProductKey(m))} (${getUnitName(m.wood_unit_type_id)})`),
        tons: sumVolumesIn(mine, UNIT.ton),
        inventory: groupByProduct(mine).map(({ key, rows }) => {
          const shown = shownIn(key);
          return {
            key,
            name: nameOf(key),
            shown,
            loads: rows.length,
            held: formatInventory(sumVolumesIn(rows, UNIT.ton), UNIT.ton, getInventoryUnit(shown), job.load),
          };
        }),
      };
    });
    return {
      id,
      name: job.job.name,
      pending: job.standing.pending,
      products: (job.rights.see_products ? products : []).map((p) => ({
        key: formatProductKey(p),
        name: formatCompanyProduct(p),
        unit: getUnitName(p.wood_unit_type_id),
      })),
      // The destination with the most tons waiting comes first (docs/domain.md#setting-up-a-job).
      destinations: sorted.sort((a, b) => b.tons - a.tons || a.id - b.id),
      rights: job.rights,
    };
  },
});

/** Return a destination's waiting loads, which a user can move to another destination or delete. */
export const getInventoryReassignment = procedure({
  name: "getInventoryReassignment",
  input: z.strictObject({ id: z.number().int(), job_destination_id: z.number().int() }),
  async run(ctx, { id, job_destination_id }) {
    const job = await requireJobRight(ctx, id, "reassign");
    const [destinations, products, open] = await Promise.all([
      readJobDestinations(ctx, id),
      readJobProducts(ctx, id),
      readOpenTickets(ctx, id),
    ]);
    const from = destinations.find((d) => d.id === job_destination_id);
    if (!from) throw notFound("We couldn't find that destination on the job.");
    const loads = open.filter(
      (t) => t.job_destination_id === from.id && INVENTORY_STATUSES.includes(t.status),
    );
    const words = createHistoryFormat(ctx);
    const keys = new Set(loads.map(formatProductKey));
    return {
      id,
      job: job.job.name,
      name: from.name,
      may_delete: ctx.actor.permissions.trip_ticket.delete,
      loads: loads.map((t) => ({
        value: `${t.id}:${t.version}`,
        number: t.number,
        status: getStatusLabel(t.status),
        product: nameIn(products, t),
        volume: formatInventory(
          t.estimated_volume ?? 0,
          toUnitOrDefault(t.estimated_wood_unit_type_id),
          toUnitOrDefault(t.estimated_wood_unit_type_id),
        ),
        changed: { at: t.last_modified_at, text: words.instant(t.last_modified_at) },
      })),
      others: destinations
        .filter(
          (d) =>
            d.id !== from.id && d.product_mixes.some((m) => m.is_accepted && keys.has(formatProductKey(m))),
        )
        .map((d) => ({
          value: d.id,
          label: `${d.name} (takes ${d.product_mixes
            .filter((m) => m.is_accepted && keys.has(formatProductKey(m)))
            .map((m) => nameIn(products, m))
            .join("; ")})`,
        })),
    };
  },
});

const nameIn = (
  products: Awaited<ReturnType<typeof readJobProducts>>,
  of: { product_type_id: number; wood_species_id: number | null; wood_species_type_id: number | null },
) => {
  const product = products.find((p) => formatProductKey(p) === formatProductKey(of));
  return product ? formatCompanyProduct(product) : "another product";
};

const named = { job_id, job_destination_id: z.number().int(), loads: loadsField };

/**
 * Move waiting loads to another destination of the job that accepts their products; either all of the loads are moved
 * or none.
 */
export const reassignInventory = procedure({
  name: "reassignInventory",
  may: "trip_ticket.update",
  input: z.strictObject({
    ...named,
    to_job_destination_id: z.number("Choose a destination").int("Choose a destination"),
  }),
  output: idWithCountOutput,
  async run(ctx, input) {
    const { found, chosen } = await requireChosenLoads(ctx, input);
    const destinations = await readJobDestinations(ctx, input.job_id);
    const to = destinations.find((d) => d.id === input.to_job_destination_id);
    const from = destinations.find((d) => d.id === input.job_destination_id);
    if (!to || to.id === input.job_destination_id)
      throw invalid({ to_job_destination_id: ["Choose a destination"] });
    const takes = new Set(to.product_mixes.filter((m) => m.is_accepted).map(formatProductKey));
    const refused = chosen.filter((t) => !takes.has(formatProductKey(t)));
    if (refused.length)
      throw invalid({
        to_job_destination_id: [
          `${to.name} doesn't accept the product of ${formatCount(refused.length, "of these loads", "of these loads")}.`,
        ],
      });
    const certified = await readCertificateChanges(ctx, chosen, to.id);
    const history = await buildTicketHistorySteps(ctx, chosen, ({ id }) => {
      const change = certified.get(id);
      return {
        activity: "trip_ticket_updated",
        details: {
          diffs: [
            { key: "job_destination", saved: from?.name ?? null, updated: to.name },
            ...(change ? [{ key: "certification", saved: change.saved, updated: change.updated }] : []),
          ],
          row: { job_destination_id: to.id, ...change?.row },
        },
      };
    });
    return ctx.commit(
      [
        ...chosen.map((t) => buildUpdateOpenTicketStep(ctx, t, { job_destination_id: to.id })),
        ...[...certified.values()].flatMap((change) => change.steps),
        stillTakes(found, to.id),
        ...history,
      ],
      { id: input.job_id, count: chosen.length },
    );
  },
});

/** Build a step that aborts the commit if the destination was removed from the job in the meantime. */
const stillTakes = (job: VisibleJob, id: number) =>
  expectOneRow(
    sql`UPDATE job_destination SET version = version WHERE id = ${id} AND job_id = ${job.job.id} AND removed_at IS NULL`,
  );

/**
 * Delete waiting loads of a destination; either all of the loads are deleted or none. Their numbers aren't reused, and
 * their history stays.
 */
export const deleteInventory = procedure({
  name: "deleteInventory",
  may: "trip_ticket.delete",
  input: z.strictObject(named),
  output: idWithCountOutput,
  async run(ctx, input) {
    const { chosen } = await requireChosenLoads(ctx, input);
    const scaled = await scaledAmong(ctx, chosen);
    if (scaled)
      throw unprocessable(`${formatCount(scaled, "load has", "loads have")} a scale ticket. Cancel instead.`);
    if (!ctx.actor.permissions.trip_ticket.delete) throw forbidden("Your crew can't delete tickets.");
    const history = await buildTicketHistorySteps(ctx, chosen, () => ({
      activity: "trip_ticket_deleted",
      details: {},
    }));
    return ctx.commit(
      [...chosen.map((t) => buildUpdateOpenTicketStep(ctx, t, { is_deleted: true })), ...history],
      {
        id: input.job_id,
        count: chosen.length,
      },
    );
  },
});

async function scaledAmong(ctx: Ctx, chosen: OpenTicket[]): Promise<number> {
  const [row] = await ctx.read
    .select({ n: sql<number>`count(*)` })
    .from(tripTicket)
    .where(
      sql`${tripTicket.id} IN ${jsonListSql(chosen.map((t) => t.id))} AND ${tripTicket.scale_ticket_number} IS NOT NULL`,
    );
  return row?.n ?? 0;
}
