import { sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { job, tripTicket } from "#db/schema";
import { formatAtPlace, formatZoneNote } from "~/lib/time/place-time";
import { formatClock, formatInstant } from "~/lib/time/time";
import { computeNetPounds, formatPounds, formatVolume, parsePounds, parseVolume } from "~/lib/units/measures";
import { paperLoadInput } from "~/modules/trip-tickets/shared/enter-load.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import {
  getRowZones,
  type ImportJob,
  listNameChoices,
  NAME_FIELDS,
  type NameField,
  type UnknownName,
} from "../rules/alias-rules";
import { getRowTexts, readLoadColumns } from "../rules/columns";
import { importOutput } from "../rules/output";
import { readImportableJobs, readImportJobs } from "./lookup.server";
import {
  getRowGroup,
  type ImportRow,
  type LoadImport,
  ROW_GROUPS,
  type RowGroup,
  readImportRows,
  requireOwnImport,
} from "./own.server";
import { suggestColumns } from "./remembered-columns.server";

/** Number of rows per page. */
export const IMPORT_ROWS_PER_PAGE = 50;

/** Read an import's page: the import's status, the unknown names, and one page of rows as they were understood. */
export const getImport = procedure({
  name: "getImport",
  may: "trip_ticket.create",
  input: z.strictObject({
    import_id: z.number().int(),
    show: z.enum(ROW_GROUPS).optional(),
    page: z.number().int().min(0).max(1_000).default(0),
  }),
  output: importOutput,
  async run(ctx, { import_id, show, page }) {
    const match = await requireOwnImport(ctx, import_id);
    const rows = await readImportRows(ctx, import_id);
    const groups = new Map<RowGroup, ImportRow[]>(ROW_GROUPS.map((group) => [group, []]));
    for (const row of rows) groups.get(getRowGroup(row))?.push(row);
    const many = (group: RowGroup) => groups.get(group)?.length ?? 0;
    const shown = show ?? ROW_GROUPS.find((group) => many(group) > 0) ?? "wrong";
    const part = (groups.get(shown) ?? []).slice(
      page * IMPORT_ROWS_PER_PAGE,
      (page + 1) * IMPORT_ROWS_PER_PAGE,
    );
    const open = match.action === null ? (groups.get("wrong") ?? []) : [];
    const [oneJob] =
      match.job_id === null
        ? []
        : await ctx.read
            .select({ id: job.id, name: job.name })
            .from(job)
            .where(sql`${job.id} = ${match.job_id}`);
    const columns: Record<string, string> = {
      ...(match.columns ? readLoadColumns(match.columns) : await suggestColumns(ctx, match.headings)),
    };
    return {
      id: match.id,
      file_name: match.file_name,
      created: { at: match.created_at, text: formatInstant(match.created_at, ctx.actor.zone, ctx.now) },
      job: oneJob ?? null,
      mapped: match.columns !== null,
      headings: match.headings,
      columns,
      first: rows.slice(0, 3).map((row) => row.cells),
      act: match.action,
      rows: rows.length,
      loads: many("loads"),
      right: many("right"),
      wrong: many("wrong"),
      left_out: many("left_out"),
      may_undo: ctx.actor.permissions.trip_ticket.delete && many("loads") > 0,
      asked: await askedOf(ctx, open),
      show: shown,
      page,
      shown: match.columns ? await shownRows(ctx, match, part) : [],
    };
  },
});

/** Maximum number of unknown names to ask about at once; further names follow once these are answered. */
const MAX_QUESTIONS = 40;

/** List the unknown names that rows wait for, each with its choices; names in the most rows come first. */
async function askedOf(ctx: Ctx<CompanyActor>, rows: readonly ImportRow[]) {
  const tally = new Map<string, UnknownName & { rows: number }>();
  for (const row of rows)
    for (const { field, word, job_id } of row.unresolved_names ?? []) {
      if (!isNamed(field)) continue;
      const key = JSON.stringify([job_id, field, word.toLowerCase()]);
      const known = tally.get(key);
      tally.set(key, { field, word, job_id, rows: (known?.rows ?? 0) + 1 });
    }
  const most = [...tally.values()].sort((a, b) => b.rows - a.rows).slice(0, MAX_QUESTIONS);
  const jobs = new Map<number, ImportJob | undefined>();
  for (const { job_id } of most)
    if (job_id > 0 && !jobs.has(job_id))
      jobs.set(job_id, (await readImportJobs(ctx, job_id, new Set(), []))[0]);
  const offered = most.some((a) => a.field === "job") ? await readImportableJobs(ctx) : [];
  return most.map(({ field, word, job_id, rows }) => ({
    field,
    word,
    job_id,
    rows,
    what: `${word === "" ? `Rows without a ${NAME_FIELDS[field]}` : `${capital(NAME_FIELDS[field])} "${word}"`}${jobs.size > 1 && job_id > 0 ? `, ${jobs.get(job_id)?.name}` : ""}`,
    choices:
      field === "job"
        ? offered.map((o) => ({ value: String(o.id), label: o.name }))
        : listNameChoices(jobs.get(job_id), field).map((c) => ({ value: String(c.value), label: c.name })),
  }));
}

const isNamed = (field: string): field is NameField => Object.hasOwn(NAME_FIELDS, field);
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Format rows for display: the load that each row was understood to describe, or else the row's text. */
async function shownRows(ctx: Ctx<CompanyActor>, loadImport: LoadImport, rows: readonly ImportRow[]) {
  const loads = new Map(
    rows.flatMap((row) => {
      const read = paperLoadInput.safeParse(row.load);
      return read.success ? [[row.line, read.data] as const] : [];
    }),
  );
  const jobs = new Map<number, ImportJob | undefined>();
  for (const { job_id } of loads.values())
    if (!jobs.has(job_id)) jobs.set(job_id, (await readImportJobs(ctx, job_id, new Set(), []))[0]);
  const tickets = await numbersOf(ctx, rows);
  const columns = readLoadColumns(loadImport.columns ?? {});
  return rows.map((row) => {
    const words = getRowTexts(row, loadImport.headings, columns);
    const load = loads.get(row.line);
    const number = row.trip_ticket_id === null ? undefined : tickets.get(row.trip_ticket_id);
    const standing = {
      line: row.line,
      trip_ticket:
        row.trip_ticket_id !== null && number !== undefined ? { id: row.trip_ticket_id, number } : null,
      problem: row.problem,
      is_question: row.can_override,
      numbers: [
        words.paper_number && `Ticket ${words.paper_number}`,
        words.scale_ticket && `Scale ticket ${words.scale_ticket}`,
      ]
        .filter(Boolean)
        .join(", "),
    };
    const said = (...list: string[]) => list.filter(Boolean).join(", ");
    if (!load)
      return {
        ...standing,
        when: said(words.day, words.loaded, words.dropped_off),
        what: said(words.product, words.species),
        where: said(words.job, words.destination),
        who: said(words.hauler, words.truck, words.driver),
        measure: said(words.gross, words.tare, words.net, words.volume && `${words.volume} ${words.unit}`),
      };
    const known = jobs.get(load.job_id);
    const product = known?.products.find((p) => p.value === load.product);
    const unit = load.estimated_wood_unit_type_id ?? product?.unit ?? null;
    const pounds = (value: string | number | undefined) => (value === undefined ? null : parsePounds(value));
    const net =
      computeNetPounds(pounds(load.gross_pounds), pounds(load.tare_pounds)) ?? pounds(load.net_pounds);
    const to = known?.destinations.find((d) => d.value === load.job_destination_id);
    const zones = getRowZones({ job: known ?? null, destination: to ?? null }, loadImport.zone);
    const reader = ctx.actor.zone;
    const left = load.loaded_at
      ? `${formatClock(new Date(load.loaded_at), zones.job_zone)}${formatZoneNote(load.loaded_at, zones.job_zone, reader)} to `
      : "";
    return {
      ...standing,
      when: `${left}${formatAtPlace(load.dropped_off_at, { place: zones.mill_zone, reader, now: ctx.now })}`,
      what: product?.name ?? "",
      where: said(loadImport.job_id === null ? (known?.name ?? "") : "", to?.name ?? ""),
      who: said(
        known?.haulers.find((h) => h.value === load.hauler_company_id)?.name ?? "",
        load.truck_number ? `truck ${load.truck_number}` : "",
      ),
      measure: said(
        net === null ? "" : `${formatPounds(net)} net`,
        load.scaled_volume === undefined ? "" : formatVolume(parseVolume(load.scaled_volume), unit),
      ),
    };
  });
}

/** Numbers of the trip tickets created from rows. */
async function numbersOf(ctx: Ctx<CompanyActor>, rows: readonly ImportRow[]) {
  const ids = rows.flatMap((row) => row.trip_ticket_id ?? []);
  const results = await ctx.read
    .select({ id: tripTicket.id, number: tripTicket.trip_ticket_number })
    .from(tripTicket)
    .where(sql`${tripTicket.id} IN ${jsonListSql(ids)}`);
  return new Map(results.map((t) => [t.id, t.number]));
}
