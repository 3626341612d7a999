import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { blankSheet, tripTicket } from "#db/schema";
import { getUpload } from "~/lib/files/upload.server";
import { getDay } from "~/lib/time/time";
import { LOG_RULE_KEYS } from "~/lib/units/log-rules";
import {
  computeNetPounds,
  createPoundsSchema,
  createVolumeSchema,
  formatPounds,
  formatVolume,
  parsePounds,
  parseVolume,
  UNIT,
} from "~/lib/units/measures";
import { commitWithPhoto } from "~/modules/comments/shared/photo-steps.server";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { readJobTimeZones } from "~/modules/jobs/shared/place-zones.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { buildNewTicketAmountOwedSteps } from "~/modules/settlements/shared/claim-steps.server";
import { requireWaitingSheet } from "~/modules/sheets/shared/sheets.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { countUsage } from "~/web/usage-limit.server";
import { requireNewTicketCertificates } from "../create/data/certificates-of-new.server";
import {
  buildClaimSheetStep,
  buildCreateTicketSteps,
  newLoadFields,
  planNewTicket,
  ticketIdByUidSql,
} from "../create/data/create.server";
import { refuseSameScaleTicket } from "../create/data/same-scale-ticket.server";
import { getBeforeStartWarnings, getTimeErrors, type JobStart } from "../edit/rules/times";
import { computeVolumeFromNet, getUnlikelyMeasureWarnings } from "../edit/rules/volume-warnings";
import { requireLikelyMeasures } from "../life-cycle/data/unlikely.server";
import {
  paperFields,
  paperTextField,
  paperTimeField,
  parseTypedInstant,
  pickPaperTexts,
} from "../paper/rules/paper-fields";
import { createdTicketsOutput } from "../rules/output";
import { getZoneOfTime } from "../rules/place-zones";
import { getStatusLabel, STATUS } from "../rules/trip-ticket";

export const paperLoadFields = {
  ...newLoadFields,
  hauler_company_id: z.number("Choose a hauler").int(),
  sheet_number: z.number("Type the sheet's number").int().positive().optional(),
  sheet_sig: z.string().max(100).optional(),
  ...paperFields,
  picked_up_at: paperTimeField().optional(),
  dropped_off_at: paperTimeField(),
  scale_ticket_number: paperTextField("The scale ticket number", 40),
  gross_pounds: createPoundsSchema().optional(),
  tare_pounds: createPoundsSchema().optional(),
  net_pounds: createPoundsSchema().optional(),
  scaled_volume: createVolumeSchema().optional(),
  log_rule: z.enum(LOG_RULE_KEYS).optional(),
  /** True to save even if another load has this scale ticket at the destination. */
  again: z.boolean().default(false),
  /** Confirms an unusual time: before the job started, or in an hour that occurs twice because of a clock change. */
  save_anyway: z.boolean().optional(),
};
export const paperLoadInput = z.strictObject(paperLoadFields);
export type PaperLoad = z.output<typeof paperLoadInput>;

/**
 * Key a delivered load from its paper: create, haul and deliver the load at its own times in one commit, with its pay.
 * Only users who may do each of these steps may key loads: the office and the named hauler.
 */
export const keyLoad = procedure({
  name: "keyLoad",
  may: "trip_ticket.create",
  input: paperLoadInput,
  limit: { work: "tickets", amount: () => 1 },
  output: createdTicketsOutput,
  async run(ctx, sent) {
    const { steps, id } = await planPaperTicket(ctx, sent);
    return ctx.commit(steps, { id, count: 1 });
  },
});

/**
 * Key a delivered load from the form, which can include a photo of the slip. Load and photo are saved in one commit, so
 * neither exists without the other.
 */
export const keyPaper = procedure({
  name: "keyPaper",
  may: "trip_ticket.create",
  input: z.strictObject({ ...paperLoadFields, photo: z.string().max(200).optional() }),
  limit: { work: "tickets", amount: () => 1 },
  async run(ctx, { photo, ...sent }) {
    const upload = photo ? getUpload(photo) : undefined;
    if (!photo || !upload) return keyLoad.run(ctx, sent);
    if (!ctx.actor.permissions.photo.create)
      throw invalid({ photo: ["Your crew doesn't have permission to add photos."] });
    countUsage(ctx.actor, "files", 1, ctx.now);
    const { steps, id } = await planPaperTicket(ctx, sent, { photo: upload.file_name });
    return commitWithPhoto(ctx, { trip_ticket_id: id }, { photo }, (stored) =>
      ctx.commit([...steps, ...stored], { id, count: 1 }),
    );
  },
});

/** Return the steps that create a delivered load from its paper, and the load's future id; the caller commits them. */
export async function planPaperTicket(
  ctx: Ctx<CompanyActor>,
  sent: PaperLoad,
  /** `paper`: the ticket number from another party's own book. */
  { paper, photo }: { paper?: string; photo?: string } = {},
) {
  const plan = await planNewTicket(ctx, sent);
  const { open, values } = plan;
  if (!ctx.actor.permissions.trip_ticket.update)
    throw forbidden("Your crew doesn't have permission to change tickets.");
  const forHauler = values.hauler_on_behalf_of_company_id ?? sent.hauler_company_id;
  if (!plan.office && !(open.roles.has("job_hauler") && forHauler === ctx.actor.company.id))
    throw forbidden("Only the job's office or the hauler can key a load as delivered.");
  const unit = values.estimated_wood_unit_type_id;
  const places = await readJobTimeZones(ctx.read, open.id);
  const delivered = deliveredOf(ctx, sent, unit, {
    ...places,
    mill_zone: places.mill_zone(values.job_destination_id),
  });
  if (!sent.save_anyway) requireLikelyMeasures(getUnlikelyMeasureWarnings({ ...values, ...delivered }));
  if (!sent.again) await refuseSameScaleTicket(ctx, values.job_destination_id, sent.scale_ticket_number);
  const sheet =
    sent.sheet_number === undefined ? null : await sheetOf(ctx, open.id, sent.sheet_number, sent.sheet_sig);
  const under = await requireNewTicketCertificates(ctx, sent, open, values, delivered);
  const uid = randomUUID();
  const id = ticketIdByUidSql(uid);
  const patch = { ...delivered, trip_ticket_status_id: STATUS.completed };
  const lines = [
    {
      key: "trip_ticket_status",
      saved: getStatusLabel(STATUS.claimed),
      updated: getStatusLabel(STATUS.completed),
    },
    ...saidOf(delivered).map(([key, updated]) => ({ key, saved: null, updated })),
  ];
  const entry = {
    activity: "trip_ticket_updated" as const,
    details: {
      content: paper ? `By its paper, ticket ${paper}` : "By its paper",
      diffs: lines,
      row: diffRecordedColumns("trip_ticket", patch, values),
    },
  };
  const photographed = photo ? [{ activity: "photo_added" as const, details: { file_name: photo } }] : [];
  const load = {
    deduction_pounds: null,
    received_at: null,
    ...values,
    cutter_company_id: values.cutter_company_id ?? null,
    skidder_company_id: values.skidder_company_id ?? null,
    hauler_company_id: values.hauler_company_id ?? null,
    ...delivered,
  };
  const steps = [
    ...plan.steps,
    ...(await buildCreateTicketSteps(ctx, uid, values, {
      numbers: sheet?.numbers,
      under,
      more: [entry, ...photographed],
    })),
    // The load passes through the usual statuses, so that landings, counters and all other dependent data are updated.
    expectOneRow(
      ctx.write
        .update(tripTicket)
        .set({ ...patch, version: 2 })
        .where(eq(tripTicket.uid, uid)),
    ),
    ...(sheet ? [buildClaimSheetStep(ctx, sheet.id, id)] : []),
    ...(await buildNewTicketAmountOwedSteps(ctx, uid, load)),
    ...told(ctx, open),
  ];
  return { steps, id };
}

function deliveredOf(ctx: Ctx<CompanyActor>, sent: PaperLoad, unit: number, job: JobStart) {
  const wrong: Record<string, string[]> = {};
  const questions: string[] = [];
  const at = (name: "loaded_at" | "picked_up_at" | "dropped_off_at") => {
    const typed = sent[name];
    if (typed === undefined) return null;
    const read = parseTypedInstant(typed, { zone: getZoneOfTime(job, name), now: ctx.now });
    if (read.wrong) wrong[name] = [read.wrong];
    if (read.question) questions.push(read.question);
    return read.iso;
  };
  const times = {
    loaded_at: at("loaded_at"),
    dropped_off_at: at("dropped_off_at"),
    typed: at("picked_up_at"),
  };
  // Use the loading time as the departure time if the paper has only one time.
  const picked_up_at = times.typed ?? times.loaded_at ?? times.dropped_off_at;
  const order = getTimeErrors({
    picked_up_at,
    dropped_off_at: times.dropped_off_at,
    scaled_at: null,
    received_at: null,
  });
  for (const [name, messages] of Object.entries(order)) wrong[name] ??= messages ?? [];
  const gross = sent.gross_pounds === undefined ? null : parsePounds(sent.gross_pounds);
  const tare = sent.tare_pounds === undefined ? null : parsePounds(sent.tare_pounds);
  const alone = sent.net_pounds === undefined ? null : parsePounds(sent.net_pounds);
  const weighed = computeNetPounds(gross, tare);
  const net = weighed ?? alone;
  if (net !== null && net < 0) wrong.tare_pounds = ["Tare is more than gross."];
  if (weighed !== null && alone !== null && weighed !== alone)
    wrong.net_pounds = ["Net isn't gross less tare."];
  if (Object.keys(wrong).length) throw invalid(wrong);
  questions.push(...getBeforeStartWarnings({ ...times, picked_up_at }, job));
  if (questions.length && !sent.save_anyway) throw invalid({ save_anyway: questions });
  const typed = sent.scaled_volume === undefined ? null : parseVolume(sent.scaled_volume);
  const scaled = typed ?? computeVolumeFromNet(net, null, unit);
  const isScaled = [scaled, gross, tare, net].some((measure) => measure !== null);
  return {
    picked_up_at,
    dropped_off_at: times.dropped_off_at,
    loaded_at: times.loaded_at,
    scaled_at: isScaled ? times.dropped_off_at : null,
    gross_pounds: gross,
    tare_pounds: tare,
    net_pounds: net,
    scaled_volume: scaled,
    scaled_wood_unit_type_id: scaled === null ? null : unit,
    log_rule: scaled === null || unit !== UNIT.mbf ? null : (sent.log_rule ?? null),
    scale_ticket_number: sent.scale_ticket_number || null,
    ...pickPaperTexts(sent),
  };
}

function saidOf(d: ReturnType<typeof deliveredOf>): [string, string][] {
  const {
    gross_pounds,
    tare_pounds,
    net_pounds,
    scaled_volume,
    scaled_wood_unit_type_id: unit,
    ...plain
  } = d;
  const measured = {
    gross: gross_pounds === null ? null : formatPounds(gross_pounds),
    tare: tare_pounds === null ? null : formatPounds(tare_pounds),
    net: net_pounds === null ? null : formatPounds(net_pounds),
    scaled_volume: scaled_volume === null ? null : formatVolume(scaled_volume, unit),
  };
  return Object.entries({ ...plain, ...measured }).flatMap(([key, value]): [string, string][] =>
    value === null ? [] : [[key, value]],
  );
}

async function sheetOf(ctx: Ctx<CompanyActor>, jobId: number, number: number, sig: string | undefined) {
  const [row] = await ctx.read
    .select({ id: blankSheet.id })
    .from(blankSheet)
    .where(
      and(
        eq(blankSheet.job_id, jobId),
        eq(blankSheet.trip_ticket_number, number),
        isNull(blankSheet.voided_at),
      ),
    );
  if (!row) throw invalid({ sheet_number: ["There's no blank sheet with this number on the job."] });
  return { id: row.id, numbers: await requireWaitingSheet(ctx, jobId, row.id, sig) };
}

/** Notify the job's requester of all loads keyed on a day in a single notification. */
function told(ctx: Ctx<CompanyActor>, job: { id: number; name: string; request_user_company_id: number }) {
  if (job.request_user_company_id === ctx.actor.company.id) return [];
  return buildNotificationSteps(ctx, {
    type: NOTIFICATION.status,
    to: { company: job.request_user_company_id, adminsOnly: true },
    title: `Delivered loads on ${job.name} were keyed`,
    message: `By ${ctx.actor.company.name}, from their paper.`,
    path: paths.job(job.id),
    job: job.id,
    group: `keyed:${job.id}:${ctx.actor.company.id}:${getDay(ctx.now, ctx.actor.zone)}`,
  });
}
