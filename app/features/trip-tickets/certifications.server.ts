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
import { certificationsText } from "~/core/history/columns.server";
import { type VisibleTicket, visibleTicket } from "~/core/tickets/ticket-row.server";
import { checkVersion, commitTicketPatch } from "~/core/tickets/write.server";
import { todayOf } from "~/features/certifications/access.server";
import { certificationName, hasExpired, lastDay } from "~/features/certifications/certifications";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";

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
      choices: await readChoices(ctx, ticket),
    };
  },
});

/**
 * The destination's certifications, and those that the land manager, the requester or the hauler itself may use: its
 * own, and those of groups in which it is a member. What the load travels under already stays to be chosen, with the
 * claim it has there, though nobody offers it any more.
 */
async function readChoices(ctx: Ctx, ticket: VisibleTicket) {
  const { read } = ctx;
  const users = [
    ticket.row.job.request_user_company_id,
    ...ticket.parties.filter((p) => p.is_land_manager || p.is_land_owner).map((p) => p.company_id),
    ...(ticket.row.trip_ticket.hauler_company_id ? [ticket.row.trip_ticket.hauler_company_id] : []),
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
        eq(jobDestinationCertification.job_destination_id, ticket.row.destination.id),
        eq(certification.is_deleted, false),
      ),
    );
  const carried = await select(
    sql`(SELECT tc.product_claim_id FROM ${tripTicketCertification} tc
      WHERE tc.trip_ticket_id = ${ticket.row.trip_ticket.id} AND tc.certification_id = ${certification.id})`,
  ).where(
    sql`${certification.id} IN (SELECT tc.certification_id FROM ${tripTicketCertification} tc
      WHERE tc.trip_ticket_id = ${ticket.row.trip_ticket.id})`,
  );
  const offered = new Set([...used, ...ofDestination].map((c) => c.id));
  const today = todayOf(ctx);
  return [...new Map([...used, ...ofDestination, ...carried].map((c) => [c.id, c])).values()]
    .sort((a, b) => a.id - b.id)
    .map(({ expires_at, ...c }) => {
      const expires = expires_at && lastDay(expires_at);
      return {
        ...c,
        expires,
        is_expired: hasExpired(expires, today),
        is_offered: offered.has(c.id),
        chosen: carried.some((x) => x.id === c.id),
      };
    });
}

/** The steps that set a ticket's certifications, and what history says of it; nothing where they are as asked. */
export async function certificationChange(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, wanted: number[]) {
  const id = ticket.row.trip_ticket.id;
  const choices = await readChoices(ctx, ticket);
  const chosen = choices.filter((c) => wanted.includes(c.id));
  if (chosen.length !== new Set(wanted).size)
    throw invalid({ certification_ids: ["Choose from the certifications of this job."] });
  const now = await readCertifications(ctx.read, [id]);
  const said = (held: { type: string; license: string; claim: string | null }[]) =>
    held.map(certificationName).sort().join("; ") || null;
  const [saved, updated] = [said(now), said(chosen)];
  if (saved === updated) return null;
  const steps: Step[] = [
    mayMiss(ctx.write.delete(tripTicketCertification).where(eq(tripTicketCertification.trip_ticket_id, id))),
    ...chosen.map((c) =>
      mustHit(
        ctx.write
          .insert(tripTicketCertification)
          .values({ trip_ticket_id: id, certification_id: c.id, product_claim_id: c.claim_id }),
      ),
    ),
  ];
  const row = {
    certifications: certificationsText(
      chosen.map((c) => ({ certification_id: c.id, product_claim_id: c.claim_id })),
    ),
  };
  return { saved, updated, steps, row };
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
