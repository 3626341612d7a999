import { typedKeys } from "~/lib/object/records";
import { toLocal } from "~/lib/time/time";
import { DEFAULT_UNIT, parsePounds, parseVolume } from "~/lib/units/measures";
import type { ChangeFields } from "../../life-cycle/data/ticket-change.server";
import { formatProductKey } from "../../rules/defaults";
import { TIME_FIELDS } from "../../rules/edit-boxes";
import { getZoneOfTime } from "../../rules/place-zones";
import type { TicketRow } from "../../shared/ticket-row.server";

const VOLUMES = ["estimated", "scaled"] as const;
const POUNDS = ["gross_pounds", "tare_pounds", "deduction_pounds"] as const;
const TIMES: readonly string[] = TIME_FIELDS;

/**
 * Return only the form fields that the user changed. A page sends all of its fields; an unchanged field isn't written,
 * so that its value isn't parsed again from text. Reparsing could change a time in an hour that occurs twice, a net
 * weight without a gross, or a person who has left.
 */
export function pickChangedFields<T extends ChangeFields>(
  row: Pick<TicketRow, "trip_ticket" | "job_zone" | "mill_zone">,
  sent: T,
): T {
  const t = row.trip_ticket;
  const changed = { ...sent };
  for (const { unit, volume } of VOLUMES.map((kind) => ({
    unit: `${kind}_wood_unit_type_id` as const,
    volume: `${kind}_volume` as const,
  }))) {
    const typed = changed[volume];
    const isVolume = typed !== undefined && (typed === null ? null : parseVolume(typed)) === t[volume];
    // The form of an unscaled load shows the unit of its estimate.
    const shown = t[unit] ?? t.estimated_wood_unit_type_id ?? DEFAULT_UNIT;
    const isUnit = (changed[unit] ?? shown) === shown;
    if (isUnit) delete changed[unit];
    if (isVolume && isUnit) delete changed[volume];
  }
  for (const name of POUNDS) {
    const typed = changed[name];
    if (typed !== undefined && (typed === null ? null : parsePounds(typed)) === t[name]) delete changed[name];
  }
  for (const name of typedKeys(changed)) {
    const typed = changed[name];
    if (typed === undefined) continue;
    if (TIMES.includes(name)) {
      if (isShownTime(typed, saved(t, name), getZoneOfTime(row, String(name)))) delete changed[name];
    } else if (name === "product") {
      if (typed === formatProductKey(t)) delete changed[name];
    } else if (name in t && (typed === "" ? null : typed) === saved(t, name)) delete changed[name];
  }
  return changed;
}

const saved = (t: TicketRow["trip_ticket"], name: PropertyKey): unknown =>
  new Map<PropertyKey, unknown>(Object.entries(t)).get(name) ?? null;

/** Check whether a typed time equals the time shown in its field: the saved instant to the minute. */
function isShownTime(typed: unknown, iso: unknown, zone: string): boolean {
  if (typed === null || iso === null) return typed === iso;
  const text = String(typed);
  return text.endsWith("Z")
    ? new Date(text).getTime() === new Date(String(iso)).getTime()
    : text.slice(0, 16) === toLocal(String(iso), zone);
}
