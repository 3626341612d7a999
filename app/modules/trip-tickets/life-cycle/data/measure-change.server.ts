import { formatFullName } from "~/lib/text/text";
import {
  computeNetPounds,
  DEFAULT_UNIT,
  formatPounds,
  formatVolume,
  parsePounds,
  parseVolume,
  UNIT,
} from "~/lib/units/measures";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { computeVolumeFromNet, getDefaultScaledTime } from "../../edit/rules/volume-warnings";
import type { VisibleTicket } from "../../shared/ticket-row.server";
import type { TicketPatch } from "../../shared/write.server";
import type { ChangeFields, TicketChange } from "./ticket-change.server";

/** Plan changes of volumes and weights. Net and, in tons, the volume are computed from gross, tare and deduction. */
export function planMeasureChange(
  ticket: VisibleTicket,
  changeFields: ChangeFields,
  { patch, said, wrong }: TicketChange,
) {
  const t = ticket.row.trip_ticket;
  for (const kind of ["estimated", "scaled"] as const) {
    const typed = changeFields[`${kind}_volume`];
    const typedUnit = changeFields[`${kind}_wood_unit_type_id`];
    if (typed === undefined && typedUnit === undefined) continue;
    const amount = typed === undefined ? t[`${kind}_volume`] : typed === null ? null : parseVolume(typed);
    const inUnit =
      typedUnit ?? t[`${kind}_wood_unit_type_id`] ?? t.estimated_wood_unit_type_id ?? DEFAULT_UNIT;
    patch[`${kind}_volume`] = amount;
    patch[`${kind}_wood_unit_type_id`] = amount === null && kind === "scaled" ? null : inUnit;
    said[`${kind}_volume`] = amount === null ? null : formatVolume(amount, inUnit);
  }
  const weight = (name: "gross_pounds" | "tare_pounds" | "deduction_pounds", word: string) => {
    const typed = changeFields[name];
    if (typed === undefined) return t[name];
    patch[name] = typed === null ? null : parsePounds(typed);
    said[word] = patch[name] === null || patch[name] === undefined ? null : formatPounds(patch[name]);
    return patch[name] ?? null;
  };
  const gross = weight("gross_pounds", "gross");
  const tare = weight("tare_pounds", "tare");
  const deduction = weight("deduction_pounds", "deduction");
  const weighed = computeNetPounds(gross, tare);
  // Some papers show only the net weight; keep that weight until gross and tare are both known.
  const wasWeighed = t.gross_pounds !== null && t.tare_pounds !== null;
  const net = weighed ?? (wasWeighed ? null : t.net_pounds);
  if (net !== null && net < 0) wrong.tare_pounds = ["Tare is more than gross."];
  if (net !== null && deduction !== null && deduction > net)
    wrong.deduction_pounds = ["The deduction is more than the net weight."];
  if (net !== t.net_pounds) {
    patch.net_pounds = net;
    said.net = net === null ? null : formatPounds(net);
  }
  if (MEASURES.every((name) => changeFields[name] === undefined)) return;
  const unit =
    changeFields.scaled_wood_unit_type_id ??
    t.scaled_wood_unit_type_id ??
    t.estimated_wood_unit_type_id ??
    DEFAULT_UNIT;
  const filled = followsWeights(t, changeFields, patch, unit, { net, deduction })
    ? computeVolumeFromNet(net, deduction, unit)
    : null;
  if (filled !== null) {
    patch.scaled_volume = filled;
    patch.scaled_wood_unit_type_id = unit;
    said.scaled_volume = formatVolume(filled, unit);
  }
  // A log rule defines how board feet were counted, so clear it for any other unit.
  if (unit !== UNIT.mbf && (changeFields.log_rule !== undefined || t.log_rule !== null))
    patch.log_rule = said.log_rule = null;
}

const MEASURES = [
  "scaled_volume",
  "scaled_wood_unit_type_id",
  "gross_pounds",
  "tare_pounds",
  "deduction_pounds",
  "log_rule",
] as const;

/**
 * Return true if the volume should be computed from the weights: it is empty, or it was computed from the previous
 * weights.
 */
function followsWeights(
  t: VisibleTicket["row"]["trip_ticket"],
  changeFields: ChangeFields,
  patch: TicketPatch,
  unit: number,
  { net, deduction }: { net: number | null; deduction: number | null },
): boolean {
  const moved = net !== t.net_pounds || (deduction ?? 0) !== (t.deduction_pounds ?? 0);
  const volume = patch.scaled_volume === undefined ? t.scaled_volume : patch.scaled_volume;
  // A user who clears the volume field and leaves the weights unchanged wants no volume.
  if (volume === null) return moved || t.scaled_volume === null;
  return (
    moved &&
    changeFields.scaled_volume === undefined &&
    volume === computeVolumeFromNet(t.net_pounds, t.deduction_pounds, unit)
  );
}

/**
 * Set the person who first measured a load, and the time, unless they were entered. For a load weighed at the mill the
 * receiving time is the scaling time, unless the mill enters another receiving time
 * (docs/domain.md#receiving-and-scaling).
 */
export function planScaledBy(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, { patch, said }: TicketChange) {
  const t = ticket.row.trip_ticket;
  const first = (["scaled_volume", "gross_pounds", "tare_pounds"] as const).some(
    (name) => t[name] === null && (patch[name] ?? null) !== null,
  );
  if (!first) return;
  if ((patch.scaled_at ?? t.scaled_at) === null) {
    const scaledTime = getDefaultScaledTime(ctx.now, {
      picked_up_at: patch.picked_up_at === undefined ? t.picked_up_at : patch.picked_up_at,
      dropped_off_at: patch.dropped_off_at === undefined ? t.dropped_off_at : patch.dropped_off_at,
    });
    if (scaledTime !== null) patch.scaled_at = said.scaled_at = scaledTime;
  }
  if (ticket.row.mill?.id !== ctx.actor.company.id) return;
  const scaledAt = patch.scaled_at ?? t.scaled_at;
  if (scaledAt !== null && (patch.received_at ?? t.received_at) === null)
    patch.received_at = said.received_at = scaledAt;
  if (!ctx.actor.user) return;
  for (const role of ["scaler", "receiver"] as const) {
    if ((patch[`${role}_user_id`] ?? t[`${role}_user_id`]) !== null) continue;
    patch[`${role}_user_id`] = ctx.actor.user.id;
    said[`${role}_user`] = formatFullName(ctx.actor.user);
  }
}
