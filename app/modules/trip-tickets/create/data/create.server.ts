import { randomUUID } from "node:crypto";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { blankSheet, tripTicket } from "#db/schema";
import { getLoadRangeWarnings } from "~/lib/units/load-range";
import { createVolumeSchema, isUnit, parseVolume } from "~/lib/units/measures";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { buildHistorySteps, type NewHistoryEntry } from "~/modules/history/shared/history.server";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { buildStillOnJobStep } from "~/modules/jobs/shared/authorize.server";
import { NOT_A_LANDING, readLandings } from "~/modules/jobs/shared/landings.server";
import { readJobTimeZones } from "~/modules/jobs/shared/place-zones.server";
import { requireWaitingSheet } from "~/modules/sheets/shared/sheets.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import {
  buildAddCertificatesSteps,
  formatCertificateIds,
  formatCertificateNames,
  type LoadCertificate,
} from "../../life-cycle/data/certificate-flow.server";
import { PRODUCT_NOT_ACCEPTED_MESSAGE } from "../../life-cycle/data/ticket-change.server";
import { requireLikelyMeasures } from "../../life-cycle/data/unlikely.server";
import { findSheetToClaim } from "../../paper/data/sheets-at-hand.server";
import { paperFields, parsePaperFields } from "../../paper/rules/paper-fields";
import { formatProductKey, getDefaultVolume } from "../../rules/defaults";
import { getNewTicketStatus } from "../../rules/lifecycle";
import { findParty, LOAD_WORK_ROLES, type LoadWorkRole } from "../../rules/on-behalf";
import { createdTicketsOutput } from "../../rules/output";
import { parseProduct, productFields } from "../../rules/product-input";
import { STATUS } from "../../rules/trip-ticket";
import { requireOpenJobWithProducts } from "../../shared/new-ticket.server";
import { buildReserveTicketNumbersStep, reservedNumberSql } from "../../shared/numbers.server";
import { buildOneLoadLimitSteps } from "../../shared/one-load.server";
import { buildNewTicketNotifySteps } from "../../shared/ticket-notices.server";
import { requireNewTicketCertificates } from "./certificates-of-new.server";
import { getDefaultHands, requireDriver } from "./default-hands.server";

export const MAX_LOADS_AT_ONCE = 20;

export const newLoadFields = {
  job_id: z.number("Choose a job").int(),
  job_destination_id: z.number("Choose a destination").int(),
  ...productFields,
  estimated_volume: createVolumeSchema().optional(),
  estimated_wood_unit_type_id: z.number().int().optional(),
  trip_ticket_priority_id: z.number().int().min(1).max(3).default(2),
  cutter_company_id: z.number().int().optional(),
  skidder_company_id: z.number().int().optional(),
  hauler_company_id: z.number().int().optional(),
  cutter_on_behalf_of_company_id: z.number().int().nullable().optional(),
  skidder_on_behalf_of_company_id: z.number().int().nullable().optional(),
  hauler_on_behalf_of_company_id: z.number().int().nullable().optional(),
  hauler_user_id: z.number().int().optional(),
  landing_id: z.number().int().nullable().optional(),
  /** Certificates of the load, if the office chooses others than its destination's. */
  certification_ids: z.array(z.number().int()).max(20).optional(),
  /**
   * Save even if a measurement is unlikely for one truck. Without this flag such a request is refused, with
   * `save_anyway` as the key in `errors`.
   */
  save_anyway: z.boolean().optional(),
};
const oneInput = z.object(newLoadFields);

/**
 * Create one load, or several identical ones. The insert's transaction assigns the numbers: the ticket's from the
 * requesting company's series, starting at 1001; the load's from the job's series, starting at 1
 * (docs/domain.md#ticket-numbers).
 */
export const createTicket = procedure({
  name: "createTicket",
  may: "trip_ticket.create",
  input: z.strictObject({
    ...newLoadFields,
    loads: z
      .number("Enter how many loads")
      .int("Enter a whole number")
      .min(1, "Enter at least one load")
      .max(MAX_LOADS_AT_ONCE, `Enter at most ${MAX_LOADS_AT_ONCE} loads`)
      .default(1),
    /** Printed sheet whose numbers the ticket uses, and the signature in the sheet's code. */
    blank_sheet_id: z.number().int().positive().optional(),
    sheet_sig: z.string().max(100).optional(),
    /** Number printed on the sheet, typed by a user without a camera. */
    sheet_number: z
      .number("Enter the number printed on the sheet")
      .int("Enter the number printed on the sheet")
      .positive("Enter the number printed on the sheet")
      .optional(),
    ...paperFields,
    save_anyway: z.boolean().optional(),
  }),
  limit: { work: "tickets", amount: (input) => input.loads },
  output: createdTicketsOutput,
  async run(ctx, input) {
    const { open, product, values: planned, steps } = await planNewTicket(ctx, input);
    const places = await readJobTimeZones(ctx.read, open.id);
    const values = { ...planned, ...parsePaperFields(input, places, ctx.now) };
    const sheetId = await findSheetToClaim(ctx, open.id, input);
    if (sheetId !== undefined && input.loads !== 1) throw invalid({ loads: ["A sheet is for one load."] });
    const numbers =
      sheetId === undefined ? undefined : await requireWaitingSheet(ctx, open.id, sheetId, input.sheet_sig);
    const uids = Array.from({ length: input.loads }, () => randomUUID());
    const under = await requireNewTicketCertificates(ctx, input, open, values, {});
    for (const uid of uids)
      steps.push(...(await buildCreateTicketSteps(ctx, uid, values, { numbers, under })));
    const first = ticketIdByUidSql(uids[0] ?? "");
    if (sheetId !== undefined) steps.push(buildClaimSheetStep(ctx, sheetId, first));
    steps.push(
      ...buildNewTicketNotifySteps(ctx, open, { ...values, to: product.destination, loads: input.loads }),
    );
    return ctx.commit(steps, { id: first, count: input.loads });
  },
});

/** Return a new load's values, checked against its job and creator, and the guards that its commit begins with. */
export async function planNewTicket(ctx: Ctx<CompanyActor>, input: z.output<typeof oneInput>) {
  const open = await requireOpenJobWithProducts(ctx, input.job_id);
  const expected = parseProduct(input);
  if (expected === null) throw invalid({ product: ["Choose a product"] });
  const product = open.mix.find(
    (m) => m.job_destination_id === input.job_destination_id && formatProductKey(m) === expected,
  );
  if (!open.mix.some((m) => m.job_destination_id === input.job_destination_id))
    throw invalid({ job_destination_id: ["Choose a destination of this job."] });
  if (!product) throw invalid({ product: [PRODUCT_NOT_ACCEPTED_MESSAGE] });
  const wrong: Record<string, string[]> = {};
  for (const role of LOAD_WORK_ROLES) {
    const company = input[`${role}_company_id`];
    if (company === undefined) continue;
    Object.assign(
      wrong,
      findParty(open.parties, role, company, input[`${role}_on_behalf_of_company_id`]).wrong,
    );
  }
  const unit = input.estimated_wood_unit_type_id ?? product.wood_unit_type_id;
  if (!isUnit(unit)) wrong.estimated_wood_unit_type_id = ["Choose MBF, ton or cord."];
  const landings = await readLandings(ctx.read, open.id);
  const onlyLanding = landings.length === 1 ? (landings[0]?.id ?? null) : null;
  const landing_id = input.landing_id === undefined ? onlyLanding : input.landing_id;
  if (landing_id !== null && !landings.some((l) => l.id === landing_id)) wrong.landing_id = [NOT_A_LANDING];
  if (Object.keys(wrong).length) throw invalid(wrong);
  const office = open.roles.has("creator") || open.roles.has("land_manager");
  const status = getNewTicketStatus(open.roles, input.hauler_company_id !== undefined);
  const hauler_company_id =
    status === STATUS.claimed
      ? office
        ? input.hauler_company_id
        : (input.hauler_company_id ?? ctx.actor.company.id)
      : undefined;
  const placeOf = (role: LoadWorkRole, company: number | undefined) =>
    company === undefined
      ? undefined
      : findParty(open.parties, role, company, input[`${role}_on_behalf_of_company_id`]).party;
  const hauler = placeOf("hauler", hauler_company_id);
  // A hauler of the job hauls a load itself, or assigns it to a subcontractor of its own.
  const ownHauler = hauler?.on_behalf_of?.id ?? hauler_company_id;
  if (!office && hauler_company_id !== undefined && ownHauler !== ctx.actor.company.id)
    throw invalid({
      hauler_company_id: ["Only the requesting company or the land manager can name another hauler."],
    });
  const driver = await requireDriver(ctx, hauler_company_id, input.hauler_user_id);
  await buildOneLoadLimitSteps(ctx, null, null, {
    status: status ?? STATUS.available,
    hauler_company_id: hauler_company_id ?? null,
    hauler_user_id: driver,
  });
  const start = getDefaultVolume(unit, hauler?.default_load_amount ?? null, open.load);
  const hands = getDefaultHands(ctx, open.roles, input, office);
  const estimated_volume =
    input.estimated_volume !== undefined ? parseVolume(input.estimated_volume) : start.volume;
  // Accept a company's own default volume without a warning, even if the form sends it back.
  if (estimated_volume !== start.volume && !input.save_anyway)
    requireLikelyMeasures(getLoadRangeWarnings({ volume: estimated_volume, unit, what: "estimated volume" }));
  const values = {
    job_id: open.id,
    numbering_company_id: open.request_user_company_id,
    trip_ticket_status_id: status ?? STATUS.available,
    trip_ticket_priority_id: input.trip_ticket_priority_id,
    job_destination_id: product.job_destination_id,
    product_type_id: product.product_type_id,
    wood_species_id: product.wood_species_id,
    wood_species_type_id: product.wood_species_type_id,
    estimated_volume,
    estimated_wood_unit_type_id: unit,
    ...hands,
    cutter_on_behalf_of_company_id: placeOf("cutter", hands.cutter_company_id)?.on_behalf_of?.id ?? null,
    skidder_on_behalf_of_company_id: placeOf("skidder", hands.skidder_company_id)?.on_behalf_of?.id ?? null,
    hauler_on_behalf_of_company_id: hauler?.on_behalf_of?.id ?? null,
    hauler_company_id,
    hauler_user_id: driver,
    landing_id,
    creator_user_id: ctx.actor.user?.id ?? null,
    creator_company_id: ctx.actor.company.id,
    created_at: ctx.now.toISOString(),
    last_modified_at: ctx.now.toISOString(),
  };
  const named = [
    ctx.actor.company.id,
    values.cutter_on_behalf_of_company_id ?? values.cutter_company_id,
    values.skidder_on_behalf_of_company_id ?? values.skidder_company_id,
    values.hauler_on_behalf_of_company_id ?? hauler_company_id,
  ];
  const steps: Step[] = [
    buildStillOnJobStep(
      open.id,
      named.filter((company) => company !== undefined),
      sql`job_status_id = ${JOB_STATUS.active} AND EXISTS (SELECT 1 FROM job_destination d WHERE d.id = ${product.job_destination_id} AND d.removed_at IS NULL)`,
    ),
  ];
  return { open, office, product, status, values, steps };
}

export const ticketIdByUidSql = (uid: string): SQL<number> =>
  sql<number>`(SELECT id FROM trip_ticket WHERE uid = ${uid})`;

type NewTicket = Omit<typeof tripTicket.$inferInsert, "uid" | "trip_ticket_number" | "load_number">;

/** Assign the sheet to its ticket; succeeds only while the sheet is unused, so that two tickets cannot claim it. */
export const buildClaimSheetStep = (ctx: Ctx, sheetId: number, ticket: SQL<number>): Step =>
  expectOneRow(
    ctx.write
      .update(blankSheet)
      .set({ trip_ticket_id: ticket })
      .where(
        and(eq(blankSheet.id, sheetId), isNull(blankSheet.trip_ticket_id), isNull(blankSheet.voided_at)),
      ),
  );

/** Data of a new load that isn't stored in the ticket table: a sheet's numbers, certificates, additional history. */
type BesideNew = {
  numbers?: { trip_ticket_number: number; load_number: number };
  under: readonly LoadCertificate[];
  more?: NewHistoryEntry[];
};

/**
 * Return the steps that create one ticket: its numbers (new numbers, or those of a printed sheet), the ticket,
 * certificates, first history entry.
 */
export async function buildCreateTicketSteps(
  ctx: Ctx,
  uid: string,
  values: NewTicket,
  { numbers: sheet, under, more = [] }: BesideNew,
): Promise<Step[]> {
  return [
    ...(sheet
      ? []
      : [
          buildReserveTicketNumbersStep("trip_ticket", values.numbering_company_id),
          buildReserveTicketNumbersStep("load", values.job_id),
        ]),
    expectOneRow(
      ctx.write.insert(tripTicket).values({
        ...values,
        uid,
        trip_ticket_number:
          sheet?.trip_ticket_number ?? reservedNumberSql("trip_ticket", values.numbering_company_id),
        load_number: sheet?.load_number ?? reservedNumberSql("load", values.job_id),
      }),
    ),
    ...buildAddCertificatesSteps(ticketIdByUidSql(uid), under),
    ...(await buildHistorySteps(ctx, { uid, jobId: values.job_id, ticketId: ticketIdByUidSql(uid) }, [
      {
        activity: "trip_ticket_created",
        details: {
          ...(under.length
            ? { diffs: [{ key: "certification", saved: null, updated: formatCertificateNames(under) }] }
            : {}),
          row: diffRecordedColumns("trip_ticket", { ...values, certifications: formatCertificateIds(under) }),
        },
      },
      ...more,
    ])),
  ];
}
