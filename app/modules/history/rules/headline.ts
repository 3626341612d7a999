import { getStatusLabel, type StatusId } from "~/modules/trip-tickets/rules/trip-ticket";
import { activityLabel, type Diff, fieldLabel, formatValue, isFieldName } from "./history";

/** Headline of a history entry, and the changes that the headline doesn't fully describe. */
export type Headline = { what: string; diffs: { field: string; saved: string; updated: string }[] };

type Entry = { activity: string; diffs: readonly Diff[]; content: string | null };
/** Format an instant as text; `key` is the field that contains it. */
type Instant = (iso: string, key: string) => string;

/** Content of a history entry that undid another change. */
export const UNDO_NOTE = "Undone";

/** Return the trade verb for a status change, from the old and new status; null if there is none. */
function statusVerb(from: unknown, to: unknown): string | null {
  const [was, is] = [from, to].map((word) => String(word ?? "").replace(/^Is /, ""));
  const named = (id: StatusId) => getStatusLabel(id);
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

/** Format two values as "49,180 to 49,210 lb", with the unit once if both values have it. */
function fromTo(saved: string, updated: string): string {
  const unit = / \S+$/.exec(updated)?.[0] ?? "";
  return `${unit && saved.endsWith(unit) ? saved.slice(0, -unit.length) : saved} to ${updated}`;
}

const WEIGHTS = ["net", "gross", "tare"];
const FILLED_BY_SCALE = new Set([...WEIGHTS, "scaled_volume"]);

/** Describe new or corrected scale values; `told` is the key of the change that the text describes in full. */
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
/** Lowercase the first letter of a text in mid-sentence, unless it starts with a name that a user typed. */
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

/** Describe the changed fields: one field with its values if they are short, up to three by name, else by count. */
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

/** Describe the changes of a ticket or job, with trade verbs if possible. */
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
 * Describe an entry in trade verbs: "Picked up", "Delivered, scaled 27.4 tons", "Weight corrected 49,180 to 49,210 lb,
 * by statement 12 of AuSable". `diffs` contains only changes that the reader may see.
 */
export function getHeadline({ activity, diffs, content }: Entry, instant: Instant): Headline {
  const label = activityLabel(activity);
  const isUpdate = activity === "trip_ticket_updated" || activity === "job_updated";
  const isUndo = isUpdate && content === UNDO_NOTE;
  const done = isUpdate
    ? changed(isUndo ? diffs.map((d) => ({ ...d, saved: d.updated, updated: d.saved })) : diffs, instant)
    : null;
  const by = done && content?.startsWith("By ") ? `, ${lower(content)}` : "";
  return {
    what: done ? `${isUndo ? `${UNDO_NOTE}: ${lowerAfter(done.words, diffs)}` : done.words}${by}` : label,
    diffs: diffs
      .filter((d) => d.key !== done?.told)
      .map((d) => ({
        field: fieldLabel(d.key),
        saved: formatValue(d.saved, (iso) => instant(iso, d.key)),
        updated: formatValue(d.updated, (iso) => instant(iso, d.key)),
      })),
  };
}

/** Return the note of an entry; null if the headline already includes it. */
export const getEntryNote = (activity: string, content: string | null): string | null =>
  content === UNDO_NOTE || (content?.startsWith("By ") && activity.endsWith("_updated")) ? null : content;
