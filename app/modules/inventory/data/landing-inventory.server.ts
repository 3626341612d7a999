import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { landingInventory } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import {
  createVolumeSchema,
  formatPlainVolume,
  formatVolume,
  MAX_TYPED_LENGTH,
  MAX_VOLUME,
  parseVolume,
} from "~/lib/units/measures";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { computeAdjustments } from "~/modules/jobs/rules/inventory";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { readJobProducts } from "~/modules/jobs/shared/job-products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { parseProduct, productFields } from "~/modules/trip-tickets/rules/product-input";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { canEditEntry, readInventoryEntry } from "./landing-entries.server";
import { readLanding, readLandingFormChoices } from "./landings.server";

const job_id = z.number().int();
const unit = z.number("Choose MBF, ton or cord.").int().min(1).max(3);
const hand = z.number().int().positive().nullable().optional();
const NO_ENTRY = "We couldn't find that inventory.";

/** Return the form data for a new inventory entry. */
export const getInventoryForm = procedure({
  name: "getInventoryForm",
  input: z.strictObject({ id: z.number().int(), landing_id: z.number().int() }),
  async run(ctx, { id, landing_id }) {
    const job = await requireJobRight(ctx, id, "add_inventory");
    const landing = await readLanding(ctx, id, landing_id);
    if (!landing) throw notFound("We couldn't find that landing.");
    const me = job.me;
    return {
      job: job.job.name,
      landing: landing.name,
      ...(await readLandingFormChoices(ctx, job)),
      cutter: job.standing.cutter ? me : null,
      skidder: job.standing.skidder ? me : null,
    };
  },
});

function checkHands(
  job: VisibleJob,
  input: { cutter_company_id?: number | null; skidder_company_id?: number | null },
) {
  const has = (id: number | null | undefined, flag: "is_cutter" | "is_skidder") =>
    !id || job.companies.some((c) => c.company_id === id && c[flag]);
  if (!has(input.cutter_company_id, "is_cutter"))
    throw invalid({ cutter_company_id: ["Choose a cutter of this job."] });
  if (!has(input.skidder_company_id, "is_skidder"))
    throw invalid({ skidder_company_id: ["Choose a skidder of this job."] });
}

/** Add wood to a landing. A wrong entry is corrected by editing, which never overwrites it. */
export const addLandingInventory = procedure({
  name: "addLandingInventory",
  may: "landing_inventory.create",
  input: z.strictObject({
    job_id,
    landing_id: z.number().int(),
    ...productFields,
    estimated_volume_remaining: createVolumeSchema(),
    /** Defaults to the product's own unit on the job. */
    wood_unit_type_id: unit.optional(),
    cutter_company_id: hand,
    skidder_company_id: hand,
  }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "add_inventory");
    const landing = await readLanding(ctx, input.job_id, input.landing_id);
    if (!landing) throw notFound("We couldn't find that landing.");
    const products = await readJobProducts(ctx, input.job_id);
    const key = parseProduct(input);
    if (key === null) throw invalid({ product: ["Choose a product"] });
    const product = products.find((p) => formatProductKey(p) === key);
    if (!product) throw invalid({ product: ["Choose a product of this job"] });
    checkHands(job, input);
    const added = parseVolume(input.estimated_volume_remaining) ?? 0;
    const wood_unit_type_id = input.wood_unit_type_id ?? product.wood_unit_type_id;
    const message = `${formatProduct(product)}: ${formatVolume(added, wood_unit_type_id)} added`;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(landingInventory).values({
            landing_id: landing.id,
            product_type_id: product.product_type_id,
            wood_species_id: product.wood_species_id,
            wood_species_type_id: product.wood_species_type_id,
            wood_unit_type_id,
            estimated_volume_remaining: added,
            cutter_company_id: input.cutter_company_id ?? null,
            skidder_company_id: input.skidder_company_id ?? null,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [
          { activity: "landing_inventory_updated", details: { content: message } },
        ])),
      ],
      { id: selectInsertedId(landingInventory) },
    );
  },
});

const named = { job_id, landing_id: z.number().int(), inventory_id: z.number().int() };

async function entryOf(
  ctx: Ctx<CompanyActor>,
  input: { job_id: number; landing_id?: number; inventory_id: number },
  flag: "edit_inventory" | "delete_inventory",
) {
  const job = await requireJobRight(ctx, input.job_id, "see_inventory");
  const entry = await readInventoryEntry(ctx, input.job_id, input.inventory_id);
  if (!entry || (input.landing_id !== undefined && entry.row.landing_id !== input.landing_id))
    throw notFound(NO_ENTRY);
  const { row, now } = entry;
  if (row.is_deleted) throw unprocessable("This inventory was already deleted.");
  if (!canEditEntry(job, row, flag))
    throw forbidden("You can only change inventory that your company added.");
  const products = await readJobProducts(ctx, input.job_id);
  const product = products.find((p) => formatProductKey(p) === formatProductKey(row));
  return { found: job, row, now, product: product ? formatProduct(product) : "Product" };
}

/** Return an inventory entry with its current values, for its edit form or the page that confirms its deletion. */
export const getInventoryEntry = procedure({
  name: "getInventoryEntry",
  input: z.strictObject({
    id: z.number().int(),
    inventory_id: z.number().int(),
    to: z.enum(["edit", "delete"]).default("edit"),
  }),
  async run(ctx, { id, inventory_id, to }) {
    const { found, row, now, product } = await entryOf(ctx, { job_id: id, inventory_id }, `${to}_inventory`);
    return {
      job: found.job.name,
      landing_id: row.landing_id,
      product,
      version: row.version,
      may_delete: canEditEntry(found, row, "delete_inventory"),
      words: formatVolume(now.volume, now.unit),
      values: {
        estimated_volume_remaining: formatPlainVolume(now.volume),
        wood_unit_type_id: String(now.unit),
        cutter_company_id: now.cutter_company_id === null ? "" : String(now.cutter_company_id),
        skidder_company_id: now.skidder_company_id === null ? "" : String(now.skidder_company_id),
      },
      ...(await readLandingFormChoices(ctx, found)),
    };
  },
});

/** Parse a volume that may be negative: more can be hauled from a landing than was recorded. */
const anyVolume = (typed: string | number): number | null => {
  const text = String(typed).trim();
  const parsed = parseVolume(text.replace(/^-/, ""));
  return parsed !== null && text.startsWith("-") ? -parsed : parsed;
};

/** Edit an inventory entry by adding a row that adjusts the entry (docs/domain.md#inventory). */
export const updateLandingInventory = procedure({
  name: "updateLandingInventory",
  input: z.strictObject({
    ...named,
    version: z.number().int(),
    estimated_volume_remaining: z
      .union([createTextSchema(MAX_TYPED_LENGTH), z.number()], "Type a volume like 27.4, up to 10,000.")
      .refine((typed) => anyVolume(typed) !== null, "Type a volume like 27.4, up to 10,000.")
      .optional(),
    wood_unit_type_id: unit.optional(),
    cutter_company_id: hand,
    skidder_company_id: hand,
  }),
  output: idOutput,
  async run(ctx, input) {
    const { found, row, now, product } = await entryOf(ctx, input, "edit_inventory");
    requireVersion(row, input.version, {
      estimated_volume_remaining: formatPlainVolume(now.volume),
      wood_unit_type_id: now.unit,
      cutter_company_id: now.cutter_company_id,
      skidder_company_id: now.skidder_company_id,
      version: row.version,
    });
    checkHands(found, input);
    const typed = input.estimated_volume_remaining;
    const expected = {
      volume: typed === undefined ? now.volume : (anyVolume(typed) ?? now.volume),
      unit: input.wood_unit_type_id ?? now.unit,
    };
    if (Math.abs(expected.volume) > MAX_VOLUME)
      throw invalid({ estimated_volume_remaining: ["Type a volume like 27.4, up to 10,000."] });
    const hands = {
      cutter_company_id:
        input.cutter_company_id === undefined ? now.cutter_company_id : input.cutter_company_id,
      skidder_company_id:
        input.skidder_company_id === undefined ? now.skidder_company_id : input.skidder_company_id,
    };
    const same =
      expected.volume === now.volume &&
      expected.unit === now.unit &&
      hands.cutter_company_id === now.cutter_company_id &&
      hands.skidder_company_id === now.skidder_company_id;
    if (same) return { id: row.id };
    const said = (v: { volume: number; unit: number }) => formatVolume(v.volume, v.unit);
    const diffs = [
      { key: product, saved: said(now), updated: said(expected) },
      ...(["cutter_company", "skidder_company"] as const).flatMap((key) =>
        hands[`${key}_id`] === now[`${key}_id`]
          ? []
          : [{ key, saved: nameOf(found, now[`${key}_id`]), updated: nameOf(found, hands[`${key}_id`]) }],
      ),
    ];
    return ctx.commit(
      [
        bump(ctx, row),
        ...computeAdjustments(now, expected).map((a) => adjust(ctx, row, { ...hands, ...a })),
        ...(await buildHistorySteps(ctx, found.subject, [
          {
            activity: "landing_inventory_updated",
            details: { diffs: diffs.filter((d) => d.saved !== d.updated) },
          },
        ])),
      ],
      { id: row.id },
    );
  },
});

const nameOf = (job: VisibleJob, id: number | null) =>
  job.companies.find((c) => c.company_id === id)?.name ?? null;

type Row = typeof landingInventory.$inferSelect;

const bump = (ctx: Ctx, row: Row, gone = false) =>
  updateWithVersion(ctx, landingInventory, row, gone ? { is_deleted: true } : {});

const adjust = (
  ctx: Ctx<CompanyActor>,
  row: Row,
  by: { volume: number; unit: number; cutter_company_id: number | null; skidder_company_id: number | null },
) =>
  expectOneRow(
    ctx.write.insert(landingInventory).values({
      landing_id: row.landing_id,
      product_type_id: row.product_type_id,
      wood_species_id: row.wood_species_id,
      wood_species_type_id: row.wood_species_type_id,
      wood_unit_type_id: by.unit,
      estimated_volume_remaining: by.volume,
      cutter_company_id: by.cutter_company_id,
      skidder_company_id: by.skidder_company_id,
      is_adjustment: true,
      adjusts_id: row.id,
      ...toCreator(ctx.actor),
      created_at: ctx.now.toISOString(),
    }),
  );

/** Delete an inventory entry: another row deducts the entry's amount, and the entry is shown crossed out. */
export const deleteLandingInventory = procedure({
  name: "deleteLandingInventory",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const { found, row, now, product } = await entryOf(ctx, input, "delete_inventory");
    requireVersion(row, input.version, {
      estimated_volume_remaining: formatPlainVolume(now.volume),
      version: row.version,
    });
    const diffs = [{ key: product, saved: formatVolume(now.volume, now.unit), updated: null }];
    return ctx.commit(
      [
        bump(ctx, row, true),
        adjust(ctx, row, { ...now, volume: -now.volume }),
        ...(await buildHistorySteps(ctx, found.subject, [
          { activity: "landing_inventory_updated", details: { diffs } },
        ])),
      ],
      { id: row.id },
    );
  },
});
