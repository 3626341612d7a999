import { z } from "zod";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { formatAtPlace, formatZoneNote } from "~/lib/time/place-time";
import { formatClock } from "~/lib/time/time";
import { DEFAULT_UNIT, formatPounds, formatVolume, getUnitPlural } from "~/lib/units/measures";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { readLastChange } from "../../life-cycle/data/undo.server";
import { getListActions } from "../../rules/list-actions";
import { formatProductKey } from "../../rules/product-key";
import { formatCompanyProduct, formatProduct, getStatusLabel, STATUS } from "../../rules/trip-ticket";
import { formatPartyName } from "../../shared/job-parties.server";
import type { VisibleTicket } from "../../shared/ticket-row.server";
import { scaleHouseOutput } from "../rules/output";
import { getScaleWarnings } from "../rules/warnings";
import { RECEIPT_HISTORY_TEXT } from "../rules/words";
import {
  findLoadsByScaleTicket,
  MAX_INBOUND,
  readLatestReceived,
  readReceivedTotals,
  readScaleQueue,
  type ScaleLoad,
} from "./loads.server";
import { findLoadAtScale, isScaled } from "./lookup.server";
import { listHaulersToAssign } from "./name-hauler.server";
import { readTruckHistory } from "./truck.server";
import { isReceipt } from "./undo-receipt.server";

/** Number of latest loads that the scale house shows, each with an Undo button. */
const LATEST = 10;

/**
 * Return the content of the scale house page: incoming loads, the load on the scale, the latest loads, the day's
 * totals.
 */
export const getScaleHouse = procedure({
  name: "getScaleHouse",
  may: "trip_ticket.update",
  input: z.strictObject({ load: createTrimmedTextSchema(500).optional() }),
  output: scaleHouseOutput,
  async run(ctx, { load }) {
    const [queue, latest, totals, found] = await Promise.all([
      readScaleQueue(ctx),
      readLatestReceived(ctx, LATEST),
      readReceivedTotals(ctx),
      load ? findLoadAtScale(ctx, load) : null,
    ]);
    return {
      coming: queue.coming.slice(0, MAX_INBOUND).map((row) => coming(ctx, row)),
      more_coming: queue.coming.length > MAX_INBOUND,
      waiting: queue.waiting.map((row) => coming(ctx, row)),
      card: found?.kind === "one" ? await cardOf(ctx, found.ticket) : null,
      choices: found?.kind === "several" ? found.tickets.map((ticket) => toCertificationChoice(ticket)) : [],
      problem: found?.kind === "none" ? found.words : null,
      latest: await latestOf(ctx, latest),
      totals: totalsOf(totals),
      makes_loads: getListActions(ctx.actor).create,
    };
  },
});
export type ScaleHouse = Awaited<ReturnType<typeof getScaleHouse.run>>;

/** Format elapsed time: "38 min ago", "2 h 5 min ago". */
function ago(iso: string | null, now: Date): string | null {
  if (iso === null) return null;
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min ago` : `${Math.floor(hours / 24)} d ago`;
}

const truckWords = (t: { truck_number: string | null; truck_plate: string | null }) =>
  [t.truck_number, t.truck_plate].filter(Boolean).join(" · ") || null;

function coming(ctx: Ctx<CompanyActor>, row: ScaleLoad) {
  const t = row.trip_ticket;
  const arrived = t.trip_ticket_status_id === STATUS.completed;
  return {
    id: t.id,
    number: t.trip_ticket_number,
    truck: truckWords(t),
    driver: row.driver,
    hauler: row.hauler,
    product: formatCompanyProduct(row),
    wood: formatProductKey(t),
    supplier: row.supplier,
    since: ago(arrived ? (t.received_at ?? t.dropped_off_at) : t.picked_up_at, ctx.now),
    gross: t.gross_pounds === null ? null : formatPounds(t.gross_pounds),
    is_rejected: Boolean(row.is_rejected),
  };
}

const toCertificationChoice = ({ row }: VisibleTicket) => ({
  id: row.trip_ticket.id,
  number: row.trip_ticket.trip_ticket_number,
  load_number: row.trip_ticket.load_number,
  job: row.job.name,
  truck: truckWords(row.trip_ticket),
  product: formatCompanyProduct(row),
  wood: formatProductKey(row.trip_ticket),
  supplier: row.requester.name,
  status: getStatusLabel(row.trip_ticket.trip_ticket_status_id),
});

/** Return the details of the load on the scale. */
async function cardOf(ctx: Ctx<CompanyActor>, ticket: VisibleTicket) {
  const { trip_ticket: t } = ticket.shown;
  const past = await readTruckHistory(ctx, t);
  const tare = past.find((p) => p.tare_pounds !== null);
  const place = ticket.row.mill_zone;
  const when = (iso: string | null) =>
    iso && formatAtPlace(iso, { place, reader: ctx.actor.zone, now: ctx.now });
  const unit = t.scaled_wood_unit_type_id ?? t.estimated_wood_unit_type_id ?? DEFAULT_UNIT;
  return {
    ...toCertificationChoice({ ...ticket, row: ticket.shown }),
    driver: ticket.shown.hauler_user ?? t.driver_name,
    hauler: ticket.shown.hauler?.name ?? null,
    place: ticket.shown.destination.name,
    estimate: formatVolume(t.estimated_volume, t.estimated_wood_unit_type_id),
    picked_up: ago(t.picked_up_at, ctx.now),
    unit,
    unit_words: getUnitPlural(unit),
    gross: t.gross_pounds,
    tare: t.tare_pounds,
    scale_ticket_number: t.scale_ticket_number,
    is_scaled: isScaled(ticket),
    scaled: isScaled(ticket) ? when(t.scaled_at ?? t.received_at) : null,
    net: t.net_pounds === null ? null : formatPounds(t.net_pounds),
    /** The truck's last tare with its date, offered for reuse. */
    last_tare: tare?.tare_pounds ? { pounds: tare.tare_pounds, when: when(tare.scaled_at) } : null,
    haulers: (await listHaulersToAssign(ctx, ticket)).map((party) => ({
      value: party.company_id,
      label: formatPartyName(party),
    })),
    note: noteOf(ticket),
  };
}
export type ScaleCard = NonNullable<Awaited<ReturnType<typeof cardOf>>>;

/**
 * Return a note for the clerk if the load is unclaimed or not picked up by its status, or if the company can't receive
 * the load; otherwise null.
 */
function noteOf({ row, can_edit }: VisibleTicket): string | null {
  const status = row.trip_ticket.trip_ticket_status_id;
  if (status === STATUS.claimed || status === STATUS.paused)
    return "The driver hasn't pressed Picked up. Receiving the load delivers it.";
  if (status === STATUS.available || status === STATUS.inYard)
    return "No one has claimed this load. Receiving it delivers it, and the office is asked who hauled it unless you say so.";
  return can_edit.received_at ? null : "Your company can't receive this load.";
}

async function latestOf(ctx: Ctx<CompanyActor>, rows: ScaleLoad[]) {
  const slips = rows.flatMap(({ trip_ticket: t }) => t.scale_ticket_number ?? []);
  const used = await findLoadsByScaleTicket(ctx, slips);
  return Promise.all(
    rows.map(async (row) => {
      const t = row.trip_ticket;
      const [past, last] = await Promise.all([readTruckHistory(ctx, t), readLastChange(ctx.read, t.id)]);
      const same = used.filter(
        ({ id, slip }) => id !== t.id && slip.toUpperCase() === t.scale_ticket_number?.toUpperCase(),
      );
      const receipt = isReceipt(last, ctx.actor.company.id, ctx.now) ? last : null;
      return {
        id: t.id,
        version: t.version,
        number: t.trip_ticket_number,
        supplier: row.supplier,
        product: formatCompanyProduct(row),
        wood: formatProductKey(t),
        truck: truckWords(t),
        gross: t.gross_pounds,
        tare: t.tare_pounds,
        net: t.net_pounds,
        volume: t.scaled_volume === null ? null : formatVolume(t.scaled_volume, t.scaled_wood_unit_type_id),
        scale_ticket_number: t.scale_ticket_number,
        deduction: t.deduction_pounds,
        at: {
          at: t.received_at ?? "",
          text: t.received_at
            ? formatClock(new Date(t.received_at), row.mill_zone) +
              formatZoneNote(t.received_at, row.mill_zone, ctx.actor.zone)
            : "",
        },
        waits_for_tare: t.gross_pounds !== null && t.tare_pounds === null && t.scaled_volume === null,
        still: t.trip_ticket_status_id === STATUS.completed ? null : getStatusLabel(t.trip_ticket_status_id),
        converted: receipt?.details.content?.slice(RECEIPT_HISTORY_TEXT.length).replace(/^\. /, "") || null,
        may_undo: receipt !== null,
        warnings: getScaleWarnings({
          ...t,
          hauler_load: row.hauler_load,
          requester_load: row.requester_load,
          place: row.place,
          product: formatCompanyProduct(row),
          is_accepted: Boolean(row.is_accepted),
          same_slip: same.map(({ number }) => number),
          past,
        }),
      };
    }),
  );
}
export type LatestLoad = ScaleHouse["latest"][number];

function totalsOf(rows: Awaited<ReturnType<typeof readReceivedTotals>>) {
  return rows.map((row) => ({
    supplier: row.supplier,
    product: formatProduct(row),
    wood: formatProductKey(row),
    loads: row.loads,
    unscaled: row.unscaled,
    volume: row.unit === null ? null : formatVolume(row.volume, row.unit),
    net: row.net === 0 ? null : formatPounds(row.net),
  }));
}
