import { z } from "zod";
import { LOG_RULES } from "~/domain/measures/log-rules";
import { plainVolume } from "~/domain/measures/measures";
import { fullName } from "~/domain/text/text";
import { toLocal } from "~/domain/time/time";
import { readCrewPeople, readJobPeople } from "~/features/people/crew-people.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { productKey } from "./defaults";
import { EDIT_BOX_NAMES, EDIT_BOXES, type EditField } from "./edit-boxes";
import { readMix } from "./mix.server";
import { type VisibleTicket, visibleTicket } from "./ticket-row.server";
import { PRIORITY_NAMES, productText } from "./trip-ticket";

type Option = { value: string; label: string };

/** One box's edit page: the fields that may be edited now, what stands in them, what they offer. */
export const getEditPage = procedure({
  name: "getEditPage",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int(), box: z.enum(EDIT_BOX_NAMES as [string, ...string[]]) }),
  async run(ctx, { id, box }) {
    const ticket = await visibleTicket(ctx, id);
    const { title, fields } = EDIT_BOXES[box as keyof typeof EDIT_BOXES];
    const open = (fields as readonly EditField[]).filter((f) => ticket.can_edit[f.guard]);
    if (open.length === 0) throw forbidden("Your company cannot change this on the ticket as it stands now.");
    return {
      id,
      number: ticket.row.trip_ticket.trip_ticket_number,
      version: ticket.row.trip_ticket.version,
      title,
      zone: ctx.actor.zone,
      fields: await Promise.all(
        open.map(async (field) => ({
          ...field,
          value: standsIn(ctx, ticket, field),
          choices: field.options ? await optionsOf(ctx, ticket, field.options) : null,
        })),
      ),
    };
  },
});

function standsIn(ctx: Ctx, { row }: VisibleTicket, field: EditField): string {
  const t = row.trip_ticket;
  if (field.name === "product") return productKey(t);
  const value = t[field.name as keyof typeof t];
  if (value === null || value === undefined) return "";
  if (field.kind === "volume") return plainVolume(Number(value));
  if (field.kind === "instant") return toLocal(String(value), ctx.actor.zone);
  return String(value);
}

const listed = (pairs: Record<number, string>): Option[] =>
  Object.entries(pairs).map(([value, label]) => ({ value, label }));
const NONE: Option = { value: "", label: "Not named" };

async function optionsOf(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  kind: NonNullable<EditField["options"]>,
): Promise<Option[]> {
  const t = ticket.row.trip_ticket;
  const people = (found: Awaited<ReturnType<typeof readCrewPeople>>) => [
    NONE,
    ...found.map((p) => ({ value: String(p.id), label: fullName(p) })),
  ];
  const hands = async (hand: "cutter" | "skidder" | "hauler") => {
    const company = t[`${hand}_company_id`];
    return people(company ? await readJobPeople(ctx.read, [t.job_id], company, [t[`${hand}_user_id`]]) : []);
  };
  const parties = (has: (p: VisibleTicket["parties"][number]) => boolean, none = true) => [
    ...(none ? [NONE] : []),
    ...ticket.parties.filter(has).map((p) => ({ value: String(p.company_id), label: p.name })),
  ];
  switch (kind) {
    case "priorities":
      return listed(PRIORITY_NAMES);
    case "units":
      return listed({ 1: "MBF", 2: "ton", 3: "cord" });
    case "logRules":
      return [{ value: "", label: "None" }, ...LOG_RULES];
    case "products":
      return (await readMix(ctx, t.job_id))
        .filter((m) => m.job_destination_id === t.job_destination_id)
        .map((m) => ({ value: productKey(m), label: productText(m) }));
    case "destinations": {
      const mix = (await readMix(ctx, t.job_id)).filter((m) => productKey(m) === productKey(t));
      return mix.map((m) => ({ value: String(m.job_destination_id), label: m.destination }));
    }
    case "cutters":
      return parties((p) => p.is_cutter);
    case "skidders":
      return parties((p) => p.is_skidder);
    case "haulers":
      return parties((p) => p.is_hauler, t.hauler_company_id === null);
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
