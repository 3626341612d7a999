import { and, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import {
  certification,
  certificationType,
  company,
  companyCertification,
  jobDestinationCertification,
  productClaim,
  tripTicketCertification,
} from "#db/schema";
import { todayOf } from "~/core/certifications/usable.server";
import type { JobParty } from "~/core/tickets/job-parties.server";
import { type VisibleTicket, visibleTicket } from "~/core/tickets/ticket-row.server";
import { checkVersion, commitTicketPatch } from "~/core/tickets/write.server";
import { hasExpired, lastDay } from "~/domain/certifications/certifications";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import {
  type Carried,
  carriedSteps,
  carriedText,
  carriedWords,
  certificatesOf,
  type Loading,
} from "./certificate-flow.server";

const findCertifications = prepared((read) =>
  read
    .select({
      trip_ticket_id: tripTicketCertification.trip_ticket_id,
      certification_id: tripTicketCertification.certification_id,
      certification_type_id: certification.certification_type_id,
      product_claim_id: tripTicketCertification.product_claim_id,
      license: certification.license,
      type: certificationType.name,
      claim: productClaim.name,
      holder: company.name,
      expires_at: certification.expires_at,
    })
    .from(tripTicketCertification)
    .innerJoin(certification, eq(certification.id, tripTicketCertification.certification_id))
    .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
    .innerJoin(company, eq(company.id, certification.company_id))
    .leftJoin(productClaim, eq(productClaim.id, tripTicketCertification.product_claim_id))
    .where(
      sql`${tripTicketCertification.trip_ticket_id} IN (SELECT value FROM json_each(${sql.placeholder("tickets")}))`,
    )
    .orderBy(tripTicketCertification.certification_id),
);

/** The licenses and claims under which loads travel. */
export const readCertifications = (read: Read, ticketIds: number[]) =>
  findCertifications(read, { tickets: JSON.stringify(ticketIds) });

/** The same for an answer to somebody: none where their crew may not read certifications. */
export const certificationsFor = async (
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
  ticketIds: number[],
) => (ctx.actor.permissions.certification.read ? readCertifications(ctx.read, ticketIds) : []);

/** Certifications that a load of this ticket may travel under: the companies' on the job, and the destination's. */
export const getCertificationChoices = procedure({
  name: "getCertificationChoices",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await visibleTicket(ctx, id);
    if (!ticket.can_edit.certification)
      throw forbidden("Your company can't change this on the ticket right now.");
    return {
      id,
      number: ticket.row.trip_ticket.trip_ticket_number,
      version: ticket.row.trip_ticket.version,
      choices: await readCertificateChoices(ctx, loadOf(ticket)),
    };
  },
});

/** A load as far as it says which certificates can be chosen for it; `ticket` is null while it is being made. */
export type ChoosingFor = {
  requester: number;
  parties: readonly JobParty[];
  hauler: number | null;
  destination: number | null;
  ticket: number | null;
};

const loadOf = ({ row, parties }: VisibleTicket): ChoosingFor => ({
  requester: row.job.request_user_company_id,
  parties,
  hauler: row.trip_ticket.hauler_company_id,
  destination: row.destination.id,
  ticket: row.trip_ticket.id,
});

/**
 * The destination's certifications, and those that the land manager, the requester or the hauler itself may use: its
 * own, and those of groups in which it is a member. What the load travels under already stays to be chosen, with the
 * claim it has there, though nobody offers it any more.
 */
export async function readCertificateChoices(ctx: Ctx, of: ChoosingFor) {
  const { read } = ctx;
  const users = [
    of.requester,
    ...of.parties.filter((p) => p.is_land_manager || p.is_land_owner).map((p) => p.company_id),
    ...(of.hauler ? [of.hauler] : []),
  ];
  const select = (claimId: SQLWrapper) =>
    read
      .select({
        id: certification.id,
        license: certification.license,
        type: certificationType.name,
        claim: productClaim.name,
        claim_id: productClaim.id,
        holder: company.name,
        expires_at: certification.expires_at,
      })
      .from(certification)
      .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
      .innerJoin(company, eq(company.id, certification.company_id))
      .leftJoin(productClaim, eq(productClaim.id, claimId));
  const used = await select(certification.product_claim_id)
    .innerJoin(companyCertification, eq(companyCertification.certification_id, certification.id))
    .where(and(inArray(companyCertification.company_id, users), eq(certification.is_deleted, false)));
  const ofDestination = await select(certification.product_claim_id)
    .innerJoin(
      jobDestinationCertification,
      eq(jobDestinationCertification.certification_id, certification.id),
    )
    .where(
      and(
        sql`${jobDestinationCertification.job_destination_id} = ${of.destination}`,
        eq(certification.is_deleted, false),
      ),
    );
  const carried = await select(
    sql`(SELECT tc.product_claim_id FROM ${tripTicketCertification} tc
      WHERE tc.trip_ticket_id = ${of.ticket} AND tc.certification_id = ${certification.id})`,
  ).where(
    sql`${certification.id} IN (SELECT tc.certification_id FROM ${tripTicketCertification} tc
      WHERE tc.trip_ticket_id = ${of.ticket})`,
  );
  const offered = new Set([...used, ...ofDestination].map((c) => c.id));
  const today = todayOf(ctx);
  return [...new Map([...used, ...ofDestination, ...carried].map((c) => [c.id, c])).values()]
    .sort((a, b) => a.id - b.id)
    .map(({ expires_at, ...c }) => {
      const expires = expires_at && lastDay(expires_at);
      return {
        ...c,
        expires_at,
        expires,
        is_expired: hasExpired(expires, today),
        is_offered: offered.has(c.id),
        chosen: carried.some((x) => x.id === c.id),
      };
    });
}

/** The steps that set a ticket's certifications, and what history says of it; nothing where they are as asked. */
export async function certificationChange(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, wanted: number[]) {
  const chosen = await chosenCertifications(ctx, wanted, loadOf(ticket));
  return carrying(ctx, ticket.row.trip_ticket.id, chosen, await carriedNow(ctx, ticket.row.trip_ticket.id));
}

/** The certificates that were named for a load, all of them offered for it; else refused. */
export async function chosenCertifications(ctx: Ctx, wanted: readonly number[], of: ChoosingFor) {
  const chosen = (await readCertificateChoices(ctx, of)).filter((c) => wanted.includes(c.id));
  if (chosen.length !== new Set(wanted).size)
    throw invalid({ certification_ids: ["Choose from the certifications of this job."] });
  return chosen;
}

/** What a load carries now, each as it would be put on it again. */
const carriedNow = async (ctx: Ctx, id: number) =>
  (await readCertifications(ctx.read, [id])).map((c) => ({
    ...c,
    id: c.certification_id,
    claim_id: c.product_claim_id,
  }));

/** The change from what a load carries to what it is to carry; null where that is the same. */
function carrying<C extends Carried & { expires_at: string | null }>(
  ctx: Ctx<CompanyActor>,
  id: number,
  chosen: readonly C[],
  now: readonly Carried[],
) {
  const [saved, updated] = [carriedWords(now), carriedWords(chosen)];
  if (saved === updated) return null;
  const among = (list: readonly Carried[], c: Carried) =>
    list.some((x) => x.id === c.id && x.claim_id === c.claim_id);
  const steps: Step[] = [
    ...now
      .filter((c) => !among(chosen, c))
      .map((c) =>
        mustHit(
          ctx.write
            .delete(tripTicketCertification)
            .where(
              and(
                eq(tripTicketCertification.trip_ticket_id, id),
                eq(tripTicketCertification.certification_id, c.id),
              ),
            ),
        ),
      ),
    ...carriedSteps(
      id,
      chosen.filter((c) => !among(now, c)),
    ),
  ];
  return { saved, updated, steps, chosen, row: { certifications: carriedText(chosen) } };
}

/** The change that puts on a load what its destination asks for, as it holds on the day of loading; what it carries goes. */
export async function asDestinationSays(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, destination: number) {
  const { asked, holds } = await certificatesOf(ctx, destination, ticket.row.trip_ticket);
  if (holds.length === 0)
    throw invalid({
      certificates: [
        asked.length
          ? "Its destination's certificate isn't held by this job, or wasn't valid on the day of loading."
          : "Its destination has no certificate.",
      ],
    });
  return carrying(ctx, ticket.row.trip_ticket.id, holds, await carriedNow(ctx, ticket.row.trip_ticket.id));
}

/** The change that a load's new destination brings: the certificates of the former go, those of the new one come. */
export async function followDestination(
  ctx: Ctx<CompanyActor>,
  t: { id: number; job_destination_id: number } & Loading,
  destination: number,
) {
  const [former, next, now] = await Promise.all([
    certificatesOf(ctx, t.job_destination_id, t),
    certificatesOf(ctx, destination, t),
    carriedNow(ctx, t.id),
  ]);
  const kept = now.filter((c) => !former.asked.some((x) => x.id === c.id));
  const all = new Map([...next.holds, ...kept].map((c) => [c.id, c]));
  return carrying(ctx, t.id, [...all.values()], now);
}

/** Sets under which certifications a load travels, each with the claim that its license has. */
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
      throw forbidden("Your company can't change this on the ticket right now.");
    checkVersion(ticket, version);
    const change = await certificationChange(ctx, ticket, certification_ids);
    if (!change) return { id };
    const { saved, updated, steps, row } = change;
    return commitTicketPatch(
      ctx,
      ticket,
      version,
      {},
      { certification: updated },
      {
        steps,
        savedBeside: { certification: saved },
        rowBeside: row,
      },
    );
  },
});
