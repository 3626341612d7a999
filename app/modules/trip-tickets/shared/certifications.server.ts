import { and, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import {
  certification,
  certificationType,
  company,
  companyCertification,
  jobDestinationCertification,
  productClaim,
  tripTicketCertification,
} from "#db/schema";
import { hasExpired, toLastDay } from "~/modules/certifications/rules/certifications";
import { getTodayInUserZone } from "~/modules/certifications/shared/usable.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import {
  buildAddCertificatesSteps,
  formatCertificateIds,
  formatCertificateNames,
  type LoadCertificate,
  type LoadingTimes,
  readCertificates,
} from "../life-cycle/data/certificate-flow.server";
import type { JobParty } from "./job-parties.server";
import { requireVisibleTicket, type VisibleTicket } from "./ticket-row.server";
import { commitTicketPatch, requireTicketVersion } from "./write.server";

const findCertifications = prepareQuery((read) =>
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
    .where(sql`${tripTicketCertification.trip_ticket_id} IN ${jsonListSql(sql.placeholder("tickets"))}`)
    .orderBy(tripTicketCertification.certification_id),
);

/** Return the certifications of these tickets, with license and claim. */
export const readCertifications = (read: Read, ticketIds: number[]) =>
  findCertifications(read, { tickets: JSON.stringify(ticketIds) });

/** Return the tickets' certifications for a response; none if the reader's crew may not read certifications. */
export const readOwnCertifications = async (
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
  ticketIds: number[],
) => (ctx.actor.permissions.certification.read ? readCertifications(ctx.read, ticketIds) : []);

/** Return the certifications that can be chosen for this ticket: those of the job's companies and of the destination. */
export const getCertificationChoices = procedure({
  name: "getCertificationChoices",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await requireVisibleTicket(ctx, id);
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

/** Load data that determines which certificates can be chosen; `ticket` is null for a new load. */
export type CertificationScope = {
  requester: number;
  parties: readonly JobParty[];
  hauler: number | null;
  destination: number | null;
  ticket: number | null;
};

const loadOf = ({ row, parties }: VisibleTicket): CertificationScope => ({
  requester: row.job.request_user_company_id,
  parties,
  hauler: row.trip_ticket.hauler_company_id,
  destination: row.destination.id,
  ticket: row.trip_ticket.id,
});

/**
 * Return the certificates of the destination, and those that the requester, land manager, land owner or hauler may use,
 * including certificates of their groups. A certificate already on the load remains a choice, with its claim, even if
 * it is no longer offered.
 */
export async function readCertificateChoices(ctx: Ctx, of: CertificationScope) {
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
  const today = getTodayInUserZone(ctx);
  return [...new Map([...used, ...ofDestination, ...carried].map((c) => [c.id, c])).values()]
    .sort((a, b) => a.id - b.id)
    .map(({ expires_at, ...c }) => {
      const expires = expires_at && toLastDay(expires_at);
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

/** Return the steps that set a ticket's certifications, and the history text; null if they are unchanged. */
export async function planCertificationChange(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  expected: number[],
) {
  const chosen = await requireChosenCertifications(ctx, expected, loadOf(ticket));
  return carrying(ctx, ticket.row.trip_ticket.id, chosen, await carriedNow(ctx, ticket.row.trip_ticket.id));
}

/** Return the chosen certificates, if all of them are offered for the load; otherwise throw. */
export async function requireChosenCertifications(
  ctx: Ctx,
  expected: readonly number[],
  of: CertificationScope,
) {
  const chosen = (await readCertificateChoices(ctx, of)).filter((c) => expected.includes(c.id));
  if (chosen.length !== new Set(expected).size)
    throw invalid({ certification_ids: ["Choose from the certifications of this job."] });
  return chosen;
}

/** Return a load's current certificates, in the format for adding them. */
const carriedNow = async (ctx: Ctx, id: number) =>
  (await readCertifications(ctx.read, [id])).map((c) => ({
    ...c,
    id: c.certification_id,
    claim_id: c.product_claim_id,
  }));

/** Return the change from a load's current certificates to the chosen ones; null if they are the same. */
function carrying<C extends LoadCertificate & { expires_at: string | null }>(
  ctx: Ctx<CompanyActor>,
  id: number,
  chosen: readonly C[],
  now: readonly LoadCertificate[],
) {
  const [saved, updated] = [formatCertificateNames(now), formatCertificateNames(chosen)];
  if (saved === updated) return null;
  const among = (list: readonly LoadCertificate[], c: LoadCertificate) =>
    list.some((x) => x.id === c.id && x.claim_id === c.claim_id);
  const steps: Step[] = [
    ...now
      .filter((c) => !among(chosen, c))
      .map((c) =>
        expectOneRow(
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
    ...buildAddCertificatesSteps(
      id,
      chosen.filter((c) => !among(now, c)),
    ),
  ];
  return { saved, updated, steps, chosen, row: { certifications: formatCertificateIds(chosen) } };
}

/**
 * Return the change that replaces a load's certificates with those of its destination that are valid on the loading
 * day; throws if no certificate is valid.
 */
export async function planDestinationCertificates(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  destination: number,
) {
  const { asked, holds } = await readCertificates(ctx, destination, ticket.row.trip_ticket);
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

/**
 * Return the change for a load's new destination: replaces the former destination's certificates with the new
 * destination's.
 */
export async function planReassignedCertificates(
  ctx: Ctx<CompanyActor>,
  t: { id: number; job_destination_id: number } & LoadingTimes,
  destination: number,
) {
  const [former, next, now] = await Promise.all([
    readCertificates(ctx, t.job_destination_id, t),
    readCertificates(ctx, destination, t),
    carriedNow(ctx, t.id),
  ]);
  const matches = now.filter((c) => !former.asked.some((x) => x.id === c.id));
  const all = new Map([...next.holds, ...matches].map((c) => [c.id, c]));
  return carrying(ctx, t.id, [...all.values()], now);
}

/** Set the certifications of a load, each with its license's claim. */
export const setTicketCertifications = procedure({
  name: "setTicketCertifications",
  may: "trip_ticket.update",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    certification_ids: z.array(z.number().int()).max(20).default([]),
  }),
  async run(ctx, { id, version, certification_ids }) {
    const ticket = await requireVisibleTicket(ctx, id);
    if (!ticket.can_edit.certification)
      throw forbidden("Your company can't change this on the ticket right now.");
    requireTicketVersion(ticket, version);
    const change = await planCertificationChange(ctx, ticket, certification_ids);
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
