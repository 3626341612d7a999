import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { comment, jobCompany, landing, landingInventory } from "#db/schema";
import { toLastDay } from "~/modules/certifications/rules/certifications";
import type { CompanyActor } from "~/web/actor";
import { MAX_PAGE_SIZE } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { listTicketAudits } from "../data/related.server";
import { ticketRecordOutput } from "../rules/ticket-output";
import { readOwnCertifications } from "./certifications.server";
import { requireVisibleTicket, type VisibleTicket } from "./ticket-row.server";

const amount = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1000);
const nameOf = (id: number | null, name: string | null | undefined) =>
  id === null ? null : { id, name: name ?? null };

/** Return a ticket to API programs, in the format of the API; volumes in their unit. */
export const getTicket = procedure({
  name: "getTicket",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number("Trip ticket ID is required").int() }),
  output: ticketRecordOutput,
  async run(ctx, { id }) {
    if (!id) throw invalid({ id: ["Trip ticket ID is required"] }, "Trip ticket ID is required");
    const [[record], { audits }] = await Promise.all([
      readTicketRecords(ctx, [await requireVisibleTicket(ctx, id)]),
      listTicketAudits.run(ctx, { trip_ticket_id: id, take: MAX_PAGE_SIZE, skip: 0 }),
    ]);
    if (!record) throw notFound();
    const { trip_ticket, ...beside } = record;
    return { trip_ticket: { ...trip_ticket, audit: audits }, ...beside };
  },
});

export type TicketRecord = Awaited<ReturnType<typeof readTicketRecords>>[number];

/** Return tickets already checked for visibility, in the API format; related data is read for all of them at once. */
export async function readTicketRecords(
  ctx: Ctx<CompanyActor>,
  tickets: readonly Pick<VisibleTicket, "shown" | "can_edit">[],
) {
  const ids = tickets.map((t) => t.shown.trip_ticket.id);
  const [contracts, certifications, comments, taken] = await Promise.all([
    readContracts(ctx, [...new Set(tickets.map((t) => t.shown.job.id))]),
    readOwnCertifications(ctx, ids),
    readLatestComments(ctx, ids),
    readTaken(ctx, ids),
  ]);
  return tickets.map(({ shown: row, can_edit }) => {
    const t = row.trip_ticket;
    const { is_deleted: _gone, is_sample: _sample, uid: _uid, numbering_company_id: _series, ...columns } = t;
    const hand = (role: "cutter" | "skidder" | "hauler") => {
      const company = nameOf(t[`${role}_company_id`], row[role]?.own);
      const behalf = nameOf(t[`${role}_on_behalf_of_company_id`], row[role]?.behalf);
      return company && { ...company, on_behalf_of_company: behalf };
    };
    const contractOf = (role: "cutter" | "skidder" | "hauler", name: ContractName) =>
      contracts.find(
        (c) =>
          c.job_id === row.job.id &&
          c.company_id === (t[`${role}_on_behalf_of_company_id`] ?? t[`${role}_company_id`]),
      )?.[name] ?? null;
    const comment = comments.find((c) => c.trip_ticket_id === t.id)?.content ?? null;
    const under = certifications
      .filter((c) => c.trip_ticket_id === t.id)
      .map(({ trip_ticket_id: _ticket, expires_at, ...c }) => ({
        ...c,
        expires_at: expires_at && toLastDay(expires_at),
      }));
    return {
      trip_ticket: {
        ...columns,
        estimated_volume: amount(t.estimated_volume),
        scaled_volume: amount(t.scaled_volume),
        comment,
        trip_ticket_certification: under.map(
          ({ type: _type, claim: _claim, holder: _holder, expires_at: _last, ...c }) => c,
        ),
        can_edit,
      },
      job: row.job,
      job_destination: {
        ...row.destination,
        company_destination: row.company_destination,
        company_location: row.company_location,
      },
      landing: row.landing,
      product_type: { id: t.product_type_id, name: row.product_type },
      wood_species: nameOf(t.wood_species_id, row.wood_species),
      wood_species_type: nameOf(t.wood_species_type_id, row.wood_species_type),
      own_name: row.own_name,
      trip_ticket_status: { id: t.trip_ticket_status_id, name: row.status },
      trip_ticket_priority: { id: t.trip_ticket_priority_id, name: row.priority },
      trip_ticket_landing_inventory: takenOf(taken, t.id),
      trip_ticket_comment: comment,
      cutter_company: hand("cutter"),
      cutter_user: nameOf(t.cutter_user_id, row.cutter_user),
      skidder_company: hand("skidder"),
      skidder_user: nameOf(t.skidder_user_id, row.skidder_user),
      hauler_company: hand("hauler"),
      hauler_user: nameOf(t.hauler_user_id, row.hauler_user),
      scaler_user: nameOf(t.scaler_user_id, row.scaler_user),
      receiver_user: nameOf(t.receiver_user_id, row.receiver_user),
      cut_contract: contractOf("cutter", "cut_contract_name"),
      skid_contract: contractOf("skidder", "skid_contract_name"),
      haul_contract: contractOf("hauler", "haul_contract_name"),
      certifications: under,
    };
  });
}

type ContractName = "cut_contract_name" | "skid_contract_name" | "haul_contract_name";

const ME = sql.placeholder("me");
const among = (name: string) => jsonListSql(sql.placeholder(name));

const findContracts = prepareQuery((read) =>
  read
    .select({
      job_id: jobCompany.job_id,
      company_id: jobCompany.company_id,
      cut_contract_name: jobCompany.cut_contract_name,
      skid_contract_name: jobCompany.skid_contract_name,
      haul_contract_name: jobCompany.haul_contract_name,
    })
    .from(jobCompany)
    .where(
      sql`${jobCompany.job_id} IN ${among("jobs")}
        AND (${jobCompany.cut_contract_name} IS NOT NULL OR ${jobCompany.skid_contract_name} IS NOT NULL OR ${jobCompany.haul_contract_name} IS NOT NULL)
        AND (${jobCompany.company_id} = ${ME} OR EXISTS (SELECT 1 FROM job j WHERE j.id = ${jobCompany.job_id} AND j.request_user_company_id = ${ME}))`,
    ),
);

/**
 * Return the jobs' named contracts that the acting company may read: all for the requester, else its own
 * (docs/domain.md#who-sees-prices).
 */
export const readContracts = async (ctx: Pick<Ctx<CompanyActor>, "read" | "actor">, jobIds: number[]) =>
  ctx.actor.permissions.job_company.read
    ? findContracts(ctx.read, { me: ctx.actor.company.id, jobs: JSON.stringify(jobIds) })
    : [];

const findTaken = prepareQuery((read) =>
  read
    .select({
      trip_ticket_id: landingInventory.trip_ticket_id,
      landing_id: landing.id,
      name: landing.name,
      wood_unit_type_id: landingInventory.wood_unit_type_id,
      taken: sql<number>`-sum(${landingInventory.estimated_volume_remaining})`,
    })
    .from(landingInventory)
    .innerJoin(landing, eq(landing.id, landingInventory.landing_id))
    .where(
      sql`${landingInventory.trip_ticket_id} IN ${among("tickets")} AND NOT ${landingInventory.is_deleted}
        AND (EXISTS (SELECT 1 FROM job j WHERE j.id = ${landing.job_id} AND j.request_user_company_id = ${ME})
          OR EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${landing.job_id} AND p.company_id = ${ME}))`,
    )
    .groupBy(landingInventory.trip_ticket_id, landing.id, landingInventory.wood_unit_type_id),
);

/** Amounts that these loads took from their jobs' landings, for readers of the job's inventory; never for the mill. */
const readTaken = async (ctx: Ctx<CompanyActor>, ids: number[]) =>
  ctx.actor.permissions.landing_inventory.read
    ? findTaken(ctx.read, { me: ctx.actor.company.id, tickets: JSON.stringify(ids) })
    : [];

function takenOf(rows: Awaited<ReturnType<typeof readTaken>>, ticket: number) {
  const row = rows.find((r) => r.trip_ticket_id === ticket && r.taken > 0);
  return row
    ? {
        landing: { id: row.landing_id, name: row.name },
        estimated_volume: amount(row.taken),
        wood_unit_type_id: row.wood_unit_type_id,
      }
    : null;
}

/** "+id" keeps the planner from scanning all comments in the table just because they are stored in the requested order. */
const findComments = prepareQuery((read) =>
  read
    .select({ trip_ticket_id: comment.trip_ticket_id, content: comment.content })
    .from(comment)
    .where(sql`${comment.trip_ticket_id} IN ${among("tickets")} AND NOT ${comment.is_deleted}`)
    .orderBy(sql`+${comment.id} DESC`),
);

/** Return the comments on these tickets, latest first. */
export const readLatestComments = async (ctx: Pick<Ctx<CompanyActor>, "read" | "actor">, ids: number[]) =>
  ctx.actor.permissions.comment.read ? findComments(ctx.read, { tickets: JSON.stringify(ids) }) : [];
