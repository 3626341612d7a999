import { type StatusId, statusLabel } from "~/modules/trip-tickets/rules/trip-ticket";
import { activityLabel, type Diff, fieldLabel, formatValue, isFieldName } from "./history";

/** Headline of an entry, and the changes that it doesn't already cover in full. */
export type Headline = { what: string; diffs: { field: string; saved: string; updated: string }[] };

type Entry = { activity: string; diffs: readonly Diff[]; content: string | null };
/** Format an instant in words; `key` is the field that it is the value of. */
type Instant = (iso: string, key: string) => string;

/** History mark of a change that reversed another one. */
export const UNDONE = "Undone";

/** Describe a status change as the person who did it would, by its old and new status. */
function statusVerb(from: unknown, to: unknown): string | null {
  const [was, is] = [from, to].map((word) => String(word ?? "").replace(/^Is /, ""));
  const named = (id: StatusId) => statusLabel(id);
  switch (is) {
    case named(1):
      return was === named(5) ? "Resumed" : "Claimed";
    case named(2):
      return was === named(3) ? "Reopened" : "Picked up";
    case named(3):
      return "Delivered";
    case named(4):
      return "Cancelled";
    case named(5):
      return "Paused";
    case named(6):
      return "Moved to the yard";
    case named(7):
      return was === named(1) ? "Released" : "Made available";
    default:
      return null;
  }
}

/** "49,180 to 49,210 lb": the unit once, if both have it. */
function fromTo(saved: string, updated: string): string {
  const unit = / \S+$/.exec(updated)?.[0] ?? "";
  return `${unit && saved.endsWith(unit) ? saved.slice(0, -unit.length) : saved} to ${updated}`;
}

const WEIGHTS = ["net", "gross", "tare"];
const FILLED_BY_SCALE = new Set([...WEIGHTS, "scaled_volume"]);

/** Describe the scale's values, first or changed; `told` is the change that this covers in full. */
function scaling(diffs: readonly Diff[]): { words: string; told: string | null } | null {
  const by = (key: string) => diffs.find((d) => d.key === key);
  const text = (value: unknown) => String(value);
  const weight = WEIGHTS.map(by).find((d) => d && d.saved !== null && d.updated !== null);
  if (weight)
    return {
      words: `Weight corrected ${fromTo(text(weight.saved), text(weight.updated))}`,
      told: weight.key,
    };
  const volume = by("scaled_volume");
  if (volume && volume.updated !== null)
    return volume.saved === null
      ? { words: `Scaled ${text(volume.updated)}`, told: null }
      : {
          words: `Volume corrected ${fromTo(text(volume.saved), text(volume.updated))}`,
          told: volume.key,
        };
  const first = WEIGHTS.map(by).find((d) => d && d.updated !== null);
  return first
    ? { words: `Weighed ${text(first.updated)} ${first.key === "net" ? "net" : first.key}`, told: null }
    : null;
}

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
/** Lowercase the first letter of words that follow others, unless they start with a name that somebody typed. */
const lowerAfter = (words: string, diffs: readonly Diff[]): string =>
  diffs.some((d) => !isFieldName(d.key) && words.startsWith(d.key)) ? words : lower(words);

/** Describe one field's change with both values. */
function oneField({ key, saved, updated }: Diff, instant: Instant): string {
  const [was, is] = [saved, updated].map((value) => formatValue(value, (iso) => instant(iso, key)));
  if (was === "—") return `${fieldLabel(key)}: ${is}`;
  return is === "—"
    ? `${fieldLabel(key)} removed: ${was}`
    : `${fieldLabel(key)} changed from ${was} to ${is}`;
}

const SHORT = 60;
const MAX_NAMED = 3;

/** Describe which fields changed: one with its values if they are short, a few by name, else how many. */
function fieldsChanged(diffs: readonly Diff[], instant: Instant): { words: string; told: string | null } {
  const [only, ...others] = diffs;
  if (only && others.length === 0) {
    const words = oneField(only, instant);
    return words.length <= SHORT
      ? { words, told: only.key }
      : { words: `${fieldLabel(only.key)} changed`, told: null };
  }
  const names = diffs.map((d, i) => (i ? lowerAfter(fieldLabel(d.key), diffs) : fieldLabel(d.key)));
  if (names.length > MAX_NAMED) return { words: `${names.length} fields changed`, told: null };
  return { words: `${names.slice(0, -1).join(", ")} and ${names.at(-1)} changed`, told: null };
}

/** Describe what changed about a ticket or a job, as trade verbs if possible. */
function changed(diffs: readonly Diff[], instant: Instant): { words: string; told: string | null } | null {
  const status = diffs.find((d) => d.key === "trip_ticket_status");
  const verb = status && statusVerb(status.saved, status.updated);
  const scaled = diffs.some((d) => FILLED_BY_SCALE.has(d.key)) ? scaling(diffs) : null;
  if (verb) return { words: scaled ? `${verb}, ${lower(scaled.words)}` : verb, told: scaled?.told ?? null };
  if (scaled) return scaled;
  if (diffs.some((d) => d.key === "received_at" && d.updated !== null))
    return { words: "Received at the scale", told: null };
  return diffs.length ? fieldsChanged(diffs, instant) : null;
}

/**
 * Describe what happened, in trade verbs: "Picked up", "Delivered, scaled 27.4 tons", "Weight corrected 49,180 to
 * 49,210 lb, by statement 12 of AuSable". `diffs` are the changes that the reader may see; nothing else is revealed.
 */
export function getHeadline({ activity, diffs, content }: Entry, instant: Instant): Headline {
  const label = activityLabel(activity);
  const isUpdate = activity === "trip_ticket_updated" || activity === "job_updated";
  const isUndo = isUpdate && content === UNDONE;
  const done = isUpdate
    ? changed(isUndo ? diffs.map((d) => ({ ...d, saved: d.updated, updated: d.saved })) : diffs, instant)
    : null;
  const by = done && content?.startsWith("By ") ? `, ${lower(content)}` : "";
  return {
    what: done ? `${isUndo ? `${UNDONE}: ${lowerAfter(done.words, diffs)}` : done.words}${by}` : label,
    diffs: diffs
      .filter((d) => d.key !== done?.told)
      .map((d) => ({
        field: fieldLabel(d.key),
        saved: formatValue(d.saved, (iso) => instant(iso, d.key)),
        updated: formatValue(d.updated, (iso) => instant(iso, d.key)),
      })),
  };
}

/** Note of an entry in addition to its headline: its own words, unless the headline has them. */
export const getEntryNote = (activity: string, content: string | null): string | null =>
  content === UNDONE || (content?.startsWith("By ") && activity.endsWith("_updated")) ? null : content;
