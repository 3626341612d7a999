import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import {
  certification,
  certificationType,
  company,
  companyCertification,
  jobDestinationCertification,
  productClaim,
  tripTicketCertification,
} from "#db/schema";
import { plainVolume } from "~/domain/measures/measures";
import { fullName } from "~/domain/text/text";
import { toLocal } from "~/domain/time/time";
import { readCrewPeople } from "~/features/people/crew-people.server";
import type { CompanyActor } from "~/web/actor";
import { also, mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { productKey } from "./defaults";
import { EDIT_BOX_NAMES, EDIT_BOXES, type EditField, LOG_RULES } from "./edit-boxes";
import { readMix } from "./mix.server";
import { type VisibleTicket, visibleTicket } from "./ticket-row.server";
import { PRIORITY_NAMES, productText } from "./trip-ticket";
import { commitTicketPatch } from "./write.server";

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
  const people = async (companyId: number | null | undefined) => [
    NONE,
    ...(companyId ? await readCrewPeople(ctx.read, companyId) : []).map((p) => ({
      value: String(p.id),
      label: fullName(p),
    })),
  ];
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
      return people(t.cutter_company_id);
    case "skidderUsers":
      return people(t.skidder_company_id);
    case "haulerUsers":
      return people(t.hauler_company_id);
    case "millUsers":
      return people(ticket.row.mill?.id);
  }
}

/** Certifications that a load of this ticket may travel under: the companies' on the job, and the destination's. */
export const getCertificationChoices = procedure({
  name: "getCertificationChoices",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await visibleTicket(ctx, id);
    if (!ticket.can_edit.certification)
      throw forbidden("Your company cannot change this on the ticket as it stands now.");
    const chosen = await ctx.read
      .select({ id: tripTicketCertification.certification_id })
      .from(tripTicketCertification)
      .where(eq(tripTicketCertification.trip_ticket_id, id));
    const choices = await readChoices(ctx.read, ticket);
    return {
      id,
      number: ticket.row.trip_ticket.trip_ticket_number,
      version: ticket.row.trip_ticket.version,
      choices: choices.map((c) => ({ ...c, chosen: chosen.some((x) => x.id === c.id) })),
    };
  },
});

/**
 * The destination's certifications, and those that the land manager, the requester or the hauler itself holds;
 * a company's own are those whose holder it is (spec 2, section 5).
 */
async function readChoices(read: Read, ticket: VisibleTicket) {
  const holders = [
    ticket.row.job.request_user_company_id,
    ...ticket.parties.filter((p) => p.is_land_manager || p.is_land_owner).map((p) => p.company_id),
    ...(ticket.row.trip_ticket.hauler_company_id ? [ticket.row.trip_ticket.hauler_company_id] : []),
  ];
  const select = () =>
    read
      .select({
        id: certification.id,
        license: certification.license,
        type: certificationType.name,
        claim: productClaim.name,
        claim_id: certification.product_claim_id,
        holder: company.name,
      })
      .from(certification)
      .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
      .innerJoin(company, eq(company.id, certification.company_id))
      .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id));
  const owned = await select()
    .innerJoin(
      companyCertification,
      and(
        eq(companyCertification.certification_id, certification.id),
        eq(companyCertification.company_id, certification.company_id),
      ),
    )
    .where(and(inArray(certification.company_id, holders), eq(certification.is_deleted, false)));
  const ofDestination = await select()
    .innerJoin(
      jobDestinationCertification,
      eq(jobDestinationCertification.certification_id, certification.id),
    )
    .where(
      and(
        eq(jobDestinationCertification.job_destination_id, ticket.row.destination.id),
        eq(certification.is_deleted, false),
      ),
    );
  return [...new Map([...owned, ...ofDestination].map((c) => [c.id, c])).values()].sort(
    (a, b) => a.id - b.id,
  );
}

/** Sets under which certifications a load travels, each with the claim that its licence has. */
export const setTicketCertifications = procedure({
  name: "setTicketCertifications",
  may: "trip_ticket.update",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    certification_ids: z.array(z.number().int()).max(20).default([]),
  }),
  async run(ctx, { id, version, certification_ids }) {
    const ticket = await visibleTicket(ctx, id);
    if (!ticket.can_edit.certification)
      throw forbidden("Your company cannot change this on the ticket as it stands now.");
    const choices = await readChoices(ctx.read, ticket);
    const chosen = choices.filter((c) => certification_ids.includes(c.id));
    if (chosen.length !== new Set(certification_ids).size)
      throw invalid({ certification_ids: ["Choose from the certifications of this job."] });
    const now = await ctx.read
      .select({ id: tripTicketCertification.certification_id, license: certification.license })
      .from(tripTicketCertification)
      .innerJoin(certification, eq(certification.id, tripTicketCertification.certification_id))
      .where(eq(tripTicketCertification.trip_ticket_id, id));
    const saidNow =
      now
        .map((c) => c.license)
        .sort()
        .join(", ") || null;
    const saidNext =
      chosen
        .map((c) => c.license)
        .sort()
        .join(", ") || null;
    if (saidNow === saidNext) return { id };
    return commitTicketPatch(
      ctx,
      ticket,
      version,
      {},
      { certification: saidNext },
      [
        also(ctx.write.delete(tripTicketCertification).where(eq(tripTicketCertification.trip_ticket_id, id))),
        ...chosen.map((c) =>
          mustHit(
            ctx.write
              .insert(tripTicketCertification)
              .values({ trip_ticket_id: id, certification_id: c.id, product_claim_id: c.claim_id }),
          ),
        ),
      ],
      { certification: saidNow },
    );
  },
});
