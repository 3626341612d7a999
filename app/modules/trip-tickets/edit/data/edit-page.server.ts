import { z } from "zod";
import { readCrewPeople, readJobPeople } from "~/lib/access/crew-people.server";
import { hasKey } from "~/lib/object/records";
import { formatFullName } from "~/lib/text/text";
import { formatInstant, toLocal } from "~/lib/time/time";
import { LOG_RULES } from "~/lib/units/log-rules";
import { DEFAULT_UNIT, formatPlainVolume } from "~/lib/units/measures";
import { formatCreatorName } from "~/modules/history/rules/creator";
import { readLandings, toLandingOption } from "~/modules/jobs/shared/landings.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { readLastChange } from "../../life-cycle/data/undo.server";
import { readJobDestinationProducts } from "../../list/data/mix.server";
import { formatProductKey } from "../../rules/defaults";
import {
  EDIT_SECTION_NAMES,
  EDIT_SECTIONS,
  type EditField,
  SCALE_SLIP_FIELDS,
  UNIT_OPTIONS,
} from "../../rules/edit-boxes";
import { getZoneOfTime } from "../../rules/place-zones";
import { formatCompanyProduct, PRIORITY_LABELS, STATUS } from "../../rules/trip-ticket";
import { formatPartyName } from "../../shared/job-parties.server";
import { requireVisibleTicket, type VisibleTicket } from "../../shared/ticket-row.server";
import { getHistoryValues, type HistoryValues } from "../../shared/write.server";

type Option = { value: string; label: string };

/** Return the data of one box's edit page: the fields that may be edited now, their values, and their choices. */
export const getEditPage = procedure({
  name: "getEditPage",
  may: "trip_ticket.update",
  input: z.strictObject({
    id: z.number().int(),
    box: z.enum(EDIT_SECTION_NAMES),
    /** True to return only the fields of a scale slip. */
    only: z.literal("weights").optional(),
  }),
  async run(ctx, { id, box, only }) {
    const ticket = await requireVisibleTicket(ctx, id);
    const { title } = EDIT_SECTIONS[box];
    const fields: readonly EditField[] = EDIT_SECTIONS[box].fields;
    const open = fields.filter(
      (f) => ticket.can_edit[f.guard] && (!only || SCALE_SLIP_FIELDS.includes(f.name)),
    );
    if (open.length === 0) throw forbidden("Your company can't change this on the ticket right now.");
    return {
      ...(await readEditHeader(ctx, ticket)),
      title,
      fields: await readEditFields(ctx, ticket, open),
    };
  },
});

/** Ticket details that an edit page shows above its form. */
export async function readEditHeader(ctx: Ctx<CompanyActor>, { row }: VisibleTicket) {
  return {
    id: row.trip_ticket.id,
    number: row.trip_ticket.trip_ticket_number,
    version: row.trip_ticket.version,
    now: ctx.now.toISOString(),
    last_change: await changedLast(ctx, row.trip_ticket.id),
  };
}

/** Fields with their values and choices. */
export const readEditFields = (ctx: Ctx<CompanyActor>, ticket: VisibleTicket, fields: readonly EditField[]) =>
  Promise.all(
    fields.map(async (field) => {
      const value = standsIn(ticket, field);
      return {
        ...field,
        value,
        /** Time zone of the place where the event happens; times are typed in that zone. */
        zone: field.kind === "instant" ? getZoneOfTime(ticket.row, field.name) : null,
        choices: field.options
          ? withSaved(
              await optionsOf(ctx, ticket, field.options),
              value,
              getHistoryValues(ticket.row)[field.said],
            )
          : null,
      };
    }),
  );

/**
 * Return the choices including the saved value, which may no longer be offered: a person who left, a removed
 * destination.
 */
function withSaved(choices: Option[], value: string, label: HistoryValues[string] | undefined): Option[] {
  if (choices.some((choice) => choice.value === value)) return choices;
  return [{ value, label: value === "" ? "Not set" : String(label ?? "As saved") }, ...choices];
}

/** Return who changed the ticket last and when, for a person whose edit conflicted. */
async function changedLast(ctx: Ctx, id: number) {
  const last = await readLastChange(ctx.read, id);
  if (!last) return null;
  const who = formatCreatorName(last);
  const when = formatInstant(last.created_at, ctx.actor.zone, ctx.now);
  return { who: [who, last.company && `(${last.company})`].filter(Boolean).join(" "), when };
}

function standsIn({ row }: VisibleTicket, field: EditField): string {
  const t = row.trip_ticket;
  if (field.name === "product") return formatProductKey(t);
  // Use the load's own unit for a volume that isn't scaled yet, regardless of the first unit in the list.
  const value =
    field.name === "scaled_wood_unit_type_id" || field.name === "estimated_wood_unit_type_id"
      ? (t[field.name] ?? t.estimated_wood_unit_type_id ?? DEFAULT_UNIT)
      : hasKey(t, field.name)
        ? t[field.name]
        : null;
  if (value === null || value === undefined) return "";
  if (field.kind === "volume") return formatPlainVolume(Number(value));
  if (field.kind === "instant") return toLocal(String(value), getZoneOfTime(row, field.name));
  return String(value);
}

/** Clearing the hauler of a claimed load releases it; on the road the hauler can only be replaced. */
const mayHaveNoHauler = (t: VisibleTicket["row"]["trip_ticket"]) =>
  t.hauler_company_id === null ||
  [STATUS.claimed, STATUS.inYard, STATUS.available].some((status) => status === t.trip_ticket_status_id);

const listed = (pairs: Record<number, string>): Option[] =>
  Object.entries(pairs).map(([value, label]) => ({ value, label }));
const NONE: Option = { value: "", label: "Not set" };

async function optionsOf(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  kind: NonNullable<EditField["options"]>,
): Promise<Option[]> {
  const t = ticket.row.trip_ticket;
  const people = (results: Awaited<ReturnType<typeof readCrewPeople>>) => [
    NONE,
    ...results.map((p) => ({ value: String(p.id), label: formatFullName(p) })),
  ];
  const hands = async (hand: "cutter" | "skidder" | "hauler") => {
    const company = t[`${hand}_company_id`];
    return people(company ? await readJobPeople(ctx.read, [t.job_id], company, [t[`${hand}_user_id`]]) : []);
  };
  const parties = (has: (p: VisibleTicket["parties"][number]) => boolean, none = true) => [
    ...(none ? [NONE] : []),
    ...ticket.parties.filter(has).map((p) => ({ value: String(p.company_id), label: formatPartyName(p) })),
  ];
  switch (kind) {
    case "priorities":
      return listed(PRIORITY_LABELS);
    case "units":
      return UNIT_OPTIONS;
    case "logRules":
      return [{ value: "", label: "None" }, ...LOG_RULES];
    case "products":
      return (await readJobDestinationProducts(ctx, t.job_id))
        .filter((m) => m.job_destination_id === t.job_destination_id)
        .map((m) => ({ value: formatProductKey(m), label: formatCompanyProduct(m) }));
    case "destinations": {
      const mix = (await readJobDestinationProducts(ctx, t.job_id)).filter(
        (m) => formatProductKey(m) === formatProductKey(t),
      );
      return mix.map((m) => ({ value: String(m.job_destination_id), label: m.destination }));
    }
    case "landings":
      return [NONE, ...(await readLandings(ctx.read, t.job_id)).map(toLandingOption)];
    case "cutters":
      return parties((p) => p.is_cutter);
    case "skidders":
      return parties((p) => p.is_skidder);
    case "haulers":
      return parties((p) => p.is_hauler, mayHaveNoHauler(t));
    case "cutterUsers":
      return hands("cutter");
    case "skidderUsers":
      return hands("skidder");
    case "haulerUsers":
      return hands("hauler");
    case "millUsers":
      return people(ticket.row.mill ? await readCrewPeople(ctx.read, ticket.row.mill.id) : []);
  }
}
