import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { company, landing, landingInventory, tripTicket, user } from "#db/schema";
import { buildRecord } from "~/lib/object/records";
import { formatInventory, formatVolume, UNIT } from "~/lib/units/measures";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import {
  getCurrentEntry,
  getInventoryUnit,
  groupAdjustments,
  groupByProduct,
  type InventoryRow,
  stockLabel,
  sumStock,
} from "~/modules/jobs/rules/inventory";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { readInventoryUnits } from "~/modules/jobs/shared/inventory-units.server";
import { readJobProducts } from "~/modules/jobs/shared/job-products.server";
import { readProductNames } from "~/modules/products/shared/product-names.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { formatCompanyProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { landingsOutput } from "../rules/output";
import { canEditEntry, EDITABLE_ENTRY_FIELDS } from "./landing-entries.server";

const job_id = z.number().int();

export async function readLandingsWithInventory(ctx: Ctx<CompanyActor>, jobId: number) {
  const here = and(eq(landing.job_id, jobId), eq(landing.is_deleted, false));
  const [landings, rows] = await Promise.all([
    ctx.read
      .select({ landing, company: company.name, first_name: user.first_name, last_name: user.last_name })
      .from(landing)
      .innerJoin(company, eq(company.id, landing.creator_company_id))
      .leftJoin(user, eq(user.id, landing.creator_user_id))
      .where(here)
      .orderBy(landing.id),
    ctx.read
      .select({ row: landingInventory, number: tripTicket.trip_ticket_number })
      .from(landingInventory)
      .innerJoin(landing, eq(landing.id, landingInventory.landing_id))
      // Everyone sees that a load removed wood from the landing, but only readers who may see the load see its number.
      .leftJoin(
        tripTicket,
        and(eq(tripTicket.id, landingInventory.trip_ticket_id), visibleTicketsQuery(ctx.actor)),
      )
      .where(here)
      .orderBy(landingInventory.id),
  ]);
  return { landings, rows: rows.map(({ row, number }) => ({ ...row, number })) };
}

/** Return one landing of a job; null if it doesn't exist. */
export async function readLanding(ctx: Pick<Ctx, "read">, jobId: number, id: number) {
  const [at] = await ctx.read
    .select()
    .from(landing)
    .where(and(eq(landing.id, id), eq(landing.job_id, jobId), eq(landing.is_deleted, false)));
  return at ?? null;
}

/** List a job's landings and their inventory for API clients, with the fields of each row that the caller may edit. */
export const listJobLandings = procedure({
  name: "listJobLandings",
  may: "landing_inventory.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: landingsOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { landings: [], meta: { total: 0, ...part } };
    const job = await requireJobRight(ctx, job_id, "see_inventory");
    const { landings, rows } = await readLandingsWithInventory(ctx, job_id);
    const { rows: shown, meta } = slicePage(landings, part);
    return {
      landings: shown.map(({ landing: l }) => ({
        id: l.id,
        name: l.name,
        notes: l.notes,
        latitude: l.latitude,
        longitude: l.longitude,
        created_at: l.created_at,
        version: l.version,
        landing_inventory: rows
          .filter((r) => r.landing_id === l.id)
          .map((r) => {
            const may = canEditEntry(job, r, "edit_inventory");
            return {
              id: r.id,
              landing_id: r.landing_id,
              product_type_id: r.product_type_id,
              wood_species_id: r.wood_species_id,
              wood_species_type_id: r.wood_species_type_id,
              estimated_volume_remaining: r.estimated_volume_remaining / 1000,
              wood_unit_type_id: r.wood_unit_type_id,
              cutter_company_id: r.cutter_company_id,
              skidder_company_id: r.skidder_company_id,
              is_adjustment: r.is_adjustment,
              adjusts_id: r.adjusts_id,
              trip_ticket_id: r.number === null ? null : r.trip_ticket_id,
              is_deleted: r.is_deleted,
              created_at: r.created_at,
              version: r.version,
              can_edit: buildRecord(EDITABLE_ENTRY_FIELDS, () => may),
            };
          }),
      })),
      meta,
    };
  },
});

/**
 * Number of entries per product shown at first, and the maximum when all entries of one product are requested. The API
 * returns all entries.
 */
const FIRST_ENTRIES = 5;
const MAX_ENTRIES = 30;
export const INVENTORY_SORTS = ["created_at", "volume", "cutter", "skidder"] as const;

/**
 * Return the landing page: the amount of each product on each landing, and the entries that add up to it
 * (docs/domain.md#inventory).
 */
export const getLandingPage = procedure({
  name: "getLandingPage",
  may: "landing_inventory.read",
  input: z.strictObject({
    id: z.number().int(),
    sort: z.enum(INVENTORY_SORTS).default("created_at"),
    descending: z.boolean().default(true),
    /** Landing id and product key of the product whose entries should all be shown. */
    all: z.string().max(60).optional(),
  }),
  async run(ctx, { id, sort, descending, all }) {
    const job = await requireJobRight(ctx, id, "see_inventory");
    const [{ landings, rows }, products, shownIn] = await Promise.all([
      readLandingsWithInventory(ctx, id),
      readJobProducts(ctx, id),
      readInventoryUnits(ctx),
    ]);
    const historyFormat = createHistoryFormat(ctx);
    const names = await namesOf(ctx, rows);
    const adjusted = groupAdjustments(rows);
    const gone = await readProductNames(ctx, rows);
    // A product that was removed from the job is shown only if some of it is still on the landing.
    const isShown = (group: { key: string; rows: InventoryRow[] }) =>
      nameOfProduct(products, group.key) !== undefined || sumStock(group.rows).held !== 0;
    const nameOf = (of: number | null) => (of === null ? null : (names.get(of) ?? null));
    return {
      id,
      name: job.job.name,
      sort,
      descending,
      may_add: job.rights.add_inventory,
      has_products: products.length > 0,
      landings: landings.map(({ landing: l, company: by, first_name, last_name }) => {
        const mine = rows.filter((r) => r.landing_id === l.id);
        return {
          id: l.id,
          name: l.name,
          notes: l.notes,
          made: { at: l.created_at, text: historyFormat.instant(l.created_at) },
          who: [l.creator_label ?? [first_name, last_name].filter(Boolean).join(" "), by]
            .filter(Boolean)
            .join(", "),
          may_edit: job.rights.edit_inventory && (job.rights.office || l.creator_company_id === job.me),
          products: groupByProduct(mine)
            .filter(isShown)
            .map(({ key, rows: group }) => {
              const shown = shownIn(key);
              const unit = getInventoryUnit(shown);
              const stock = sumStock(group);
              const name = `${l.id}-${key}`;
              const shownEntries = all === name ? MAX_ENTRIES : FIRST_ENTRIES;
              const entries = group
                .filter((r) => r.adjusts_id === null)
                .map((r) => {
                  const now = getCurrentEntry(r, adjusted.get(r.id));
                  return {
                    id: r.id,
                    created_at: r.created_at,
                    when: { at: r.created_at, text: historyFormat.instant(r.created_at) },
                    what:
                      r.trip_ticket_id === null
                        ? r.is_deleted
                          ? "Deleted"
                          : now.edited
                            ? "Added, adjusted"
                            : "Added"
                        : r.number === null
                          ? "A load"
                          : `Trip Ticket #${r.number}`,
                    ticket: r.number === null ? null : r.trip_ticket_id,
                    cutter: nameOf(now.cutter_company_id),
                    skidder: nameOf(now.skidder_company_id),
                    volume: now.volume,
                    words: formatVolume(now.volume, now.unit),
                    may_edit: canEditEntry(job, r, "edit_inventory"),
                    may_delete: canEditEntry(job, r, "delete_inventory"),
                  };
                })
                .sort((a, b) => (descending ? -1 : 1) * order(sort, a, b));
              return {
                key,
                entries_name: name,
                is_whole: all === name,
                name: nameOfProduct(products, key) ?? gone.get(key) ?? "Another product",
                shown,
                held: stockLabel(stock, (sign) =>
                  formatInventory(sign * stock.held, UNIT.ton, unit, job.load),
                ),
                negative: stock.negative,
                entries: entries.slice(0, shownEntries),
                more: Math.max(0, entries.length - shownEntries),
              };
            }),
        };
      }),
    };
  },
});

type Sorted = {
  id: number;
  created_at: string;
  volume: number;
  cutter: string | null;
  skidder: string | null;
};

function order(sort: (typeof INVENTORY_SORTS)[number], a: Sorted, b: Sorted): number {
  if (sort === "volume") return a.volume - b.volume || a.id - b.id;
  return (a[sort] ?? "").localeCompare(b[sort] ?? "") || a.id - b.id;
}

const nameOfProduct = (products: Awaited<ReturnType<typeof readJobProducts>>, key: string) => {
  const of = products.find((p) => formatProductKey(p) === key);
  return of && formatCompanyProduct(of);
};

async function namesOf(ctx: Pick<Ctx, "read">, rows: InventoryRow[]): Promise<Map<number, string>> {
  const ids = new Set(rows.flatMap((r) => [r.cutter_company_id, r.skidder_company_id]));
  ids.delete(null);
  const results = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(sql`${company.id} IN ${jsonListSql([...ids])}`);
  return new Map(results.map((c) => [c.id, c.name]));
}

export async function readLandingFormChoices(ctx: Ctx<CompanyActor>, job: VisibleJob) {
  const products = await readJobProducts(ctx, job.job.id);
  const has = (flag: "is_cutter" | "is_skidder") =>
    job.companies.filter((c) => c[flag]).map((c) => ({ value: c.company_id, label: c.name }));
  return {
    products: products.map((p) => ({
      value: formatProductKey(p),
      label: formatCompanyProduct(p),
      unit: p.wood_unit_type_id,
    })),
    cutters: has("is_cutter"),
    skidders: has("is_skidder"),
  };
}
