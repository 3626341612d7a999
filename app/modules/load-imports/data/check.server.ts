import { createHash } from "node:crypto";
import type { z } from "zod";
import { formatAtPlace, isFuture } from "~/lib/time/place-time";
import { getLoadRangeWarnings } from "~/lib/units/load-range";
import { parseVolume, UNIT } from "~/lib/units/measures";
import { getBeforeStartWarnings, getTimeErrors } from "~/modules/trip-tickets/edit/rules/times";
import { getScalingWarnings } from "~/modules/trip-tickets/edit/rules/volume-warnings";
import type { paperLoadInput } from "~/modules/trip-tickets/shared/enter-load.server";
import {
  formatUnknownNameQuestion,
  getRowZones,
  type ResolvedNames,
  type UnknownName,
} from "../rules/alias-rules";
import type { ReadRow } from "../rules/read-row";

/** A parsed row with its resolved names. */
export type ResolvedRow = {
  line: number;
  is_confirmed: boolean;
  is_skipped: boolean;
  read: ReadRow;
  meant: ResolvedNames;
};

/** Result of checking a row: its load, or the reason why it can't be saved as it is. */
export type CheckedRow = {
  load: z.input<typeof paperLoadInput> | null;
  problem: string | null;
  /** True if "save it as it is" is a possible answer. */
  can_override: boolean;
  unresolved_names: UnknownName[] | null;
  fingerprint: string | null;
  paper_number: string | null;
};

/** Loads and blank sheets that rows may duplicate, limited to those that the acting company may see. */
export type RowDuplicates = {
  /** Messages about other loads with the row's scale ticket, ticket number or content, by line. */
  others: ReadonlyMap<number, string[]>;
  /** Number of the unused blank sheet with the row's ticket number, by line. */
  sheets: ReadonlyMap<number, number>;
};

const HALF_YEAR = 180 * 24 * 3_600_000;

/** Check every row against the rows before it; rows that are left out don't count as duplicates. */
export function checkRows(
  rows: readonly ResolvedRow[],
  doubles: RowDuplicates,
  { now, zone }: { now: Date; zone: string },
): Map<number, CheckedRow> {
  const map = new Map<number, CheckedRow>();
  const seen = new Map<string, number>();
  for (const row of rows) {
    const { read, meant, line } = row;
    const errors = [
      ...read.problems,
      ...meant.asked.map(formatUnknownNameQuestion),
      ...(read.problems.length ? [] : timesOf(read, now)),
    ];
    const questions = errors.length ? [] : questionsOf(row, { now, zone });
    const print = meant.job && getRowFingerprint(read, meant);
    const keys = row.is_skipped ? [] : keysOfRow(row, print);
    const twin = keys.find(({ key }) => seen.has(key));
    if (twin) questions.push(`${twin.what} line ${seen.get(twin.key)}.`);
    for (const { key } of keys) if (!seen.has(key)) seen.set(key, line);
    questions.push(...(doubles.others.get(line) ?? []));
    const open = errors.length ? errors : row.is_confirmed ? [] : questions;
    map.set(line, {
      load: open.length ? null : loadOf(row, doubles.sheets.get(line)),
      problem: open.join(" ").slice(0, 600) || null,
      can_override: errors.length === 0 && open.length > 0,
      unresolved_names: meant.asked.length ? meant.asked : null,
      fingerprint: print,
      paper_number: read.words.paper_number.slice(0, 40) || null,
    });
  }
  return map;
}

/** Return keys that must be unique among the rows of an import. */
function keysOfRow({ read, meant }: ResolvedRow, print: string | null) {
  const { paper_number, scale_ticket } = read.words;
  const mills = meant.destination?.mills ?? [];
  return [
    ...(print ? [{ key: `row ${print}`, what: "The same as" }] : []),
    ...(scale_ticket
      ? mills.map((mill) => ({
          key: `slip ${mill} ${scale_ticket.toLowerCase()}`,
          what: `Scale ticket ${scale_ticket.slice(0, 40)} is also on`,
        }))
      : []),
    ...(paper_number && meant.job
      ? [
          {
            key: `paper ${meant.job.id} ${paper_number.toLowerCase()}`,
            what: `Ticket ${paper_number.slice(0, 40)} is also on`,
          },
        ]
      : []),
  ];
}

/** Return errors about impossible times, such as times in the future. */
function timesOf({ loaded_at, dropped_off_at }: ReadRow, now: Date): string[] {
  const late = [loaded_at, dropped_off_at].some((instant) => instant !== null && isFuture(instant, now));
  if (late) return ["This time is in the future."];
  const order = getTimeErrors({
    picked_up_at: loaded_at ?? dropped_off_at,
    dropped_off_at,
    scaled_at: null,
    received_at: null,
  });
  return Object.values(order).flat();
}

/** Questions about unusual but possible values of a load. */
function questionsOf({ read, meant }: ResolvedRow, { now, zone }: { now: Date; zone: string }): string[] {
  const { gross, tare, net, volume, loaded_at, dropped_off_at } = read;
  const unit = read.unit ?? meant.product?.unit ?? UNIT.ton;
  const weighed = net ?? (gross !== null && tare !== null ? gross - tare : null);
  const questions = [
    ...getScalingWarnings({
      hauler_load: null,
      requester_load: null,
      estimated_volume: null,
      estimated_wood_unit_type_id: null,
      scaled_volume: volume === null ? null : parseVolume(volume),
      scaled_wood_unit_type_id: unit,
      net_pounds: weighed,
      deduction_pounds: null,
    }),
    ...getLoadRangeWarnings({ volume: volume === null ? null : parseVolume(volume), unit, net: weighed }),
  ];
  if (weighed === null && volume === null) questions.push("It has neither weights nor a volume.");
  const zones = getRowZones(meant, zone);
  if (dropped_off_at && Date.parse(dropped_off_at) < now.getTime() - HALF_YEAR)
    questions.push(
      `It was delivered long ago: ${formatAtPlace(dropped_off_at, { place: zones.mill_zone, reader: zone, now })}.`,
    );
  const times = { picked_up_at: loaded_at ?? dropped_off_at, dropped_off_at };
  const early = meant.job
    ? getBeforeStartWarnings(times, { ...zones, start_date: meant.job.start_date })
    : [];
  return [...read.questions, ...questions, ...early];
}

/** Build a row's load in the format that the page for keying a paper ticket sends. */
function loadOf({ read, meant, is_confirmed }: ResolvedRow, sheet: number | undefined): CheckedRow["load"] {
  const { words } = read;
  if (!meant.job || !meant.destination || !meant.product || meant.hauler === null || !read.dropped_off_at)
    return null;
  const unit = read.unit !== null && read.unit !== meant.product.unit ? read.unit : undefined;
  return {
    job_id: meant.job.id,
    job_destination_id: meant.destination.value,
    product: meant.product.value,
    hauler_company_id: meant.hauler,
    cutter_company_id: meant.cutter ?? undefined,
    skidder_company_id: meant.skidder ?? undefined,
    landing_id: meant.landing ?? undefined,
    estimated_wood_unit_type_id: unit,
    loaded_at: read.loaded_at ?? undefined,
    dropped_off_at: read.dropped_off_at,
    gross_pounds: read.gross ?? undefined,
    tare_pounds: read.tare ?? undefined,
    net_pounds: read.net ?? undefined,
    scaled_volume: read.volume ?? undefined,
    scale_ticket_number: words.scale_ticket.slice(0, 40) || undefined,
    truck_number: words.truck.slice(0, 40) || undefined,
    driver_name: words.driver.slice(0, 80) || undefined,
    loader_name: words.loader.slice(0, 80) || undefined,
    loader_machine: words.machine.slice(0, 80) || undefined,
    sheet_number: sheet,
    log_rule: read.volume === null ? undefined : (read.log_rule ?? undefined),
    again: is_confirmed,
    save_anyway: is_confirmed,
  };
}

/** Return a row's fingerprint. Rows with equal fingerprints are the same load, or appear to be. */
export function getRowFingerprint(read: ReadRow, meant: ResolvedNames): string {
  const { words } = read;
  const lines = [
    meant.job?.id,
    meant.destination?.value,
    meant.product?.value,
    meant.hauler,
    ...[read.loaded_at, read.dropped_off_at, read.gross, read.tare, read.net, read.volume, read.unit],
    ...[words.scale_ticket, words.paper_number, words.truck, words.driver].map((w) => w.toLowerCase()),
  ];
  return createHash("sha256").update(JSON.stringify(lines)).digest("base64url").slice(0, 22);
}
