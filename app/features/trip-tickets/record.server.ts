import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { company, jobCompany, tripTicketStatus } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { readCertifications } from "./detail.server";
import { visibleTicket } from "./ticket-row.server";

const amount = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1000);
const nameOf = (id: number | null, name: string | null | undefined) =>
  id === null ? null : { id, name: name ?? null };

/** A ticket as programs read it, in the specification's wrapper (spec 1, section 3); volumes in their unit. */
export const getTicket = procedure({
  name: "getTicket",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number("Trip ticket ID is required").int() }),
  async run(ctx, { id }) {
    if (!id) throw invalid({ id: ["Trip ticket ID is required"] }, "Trip ticket ID is required");
    const { row, can_edit } = await visibleTicket(ctx, id);
    const t = row.trip_ticket;
    const contracts = await readContracts(ctx, row.job.id, row.job.request_user_company_id);
    const { is_deleted: _deleted, uid: _uid, numbering_company_id: _series, ...columns } = t;
    return {
      trip_ticket: {
        ...columns,
        estimated_volume: amount(t.estimated_volume),
        scaled_volume: amount(t.scaled_volume),
        can_edit,
      },
      job: row.job,
      job_destination: { ...row.destination, company_location: row.mill },
      product_type: nameOf(t.product_type_id, row.product_type),
      wood_species: nameOf(t.wood_species_id, row.wood_species),
      wood_species_type: nameOf(t.wood_species_type_id, row.wood_species_type),
      trip_ticket_status: nameOf(t.trip_ticket_status_id, row.status),
      cutter_company: nameOf(t.cutter_company_id, row.cutter?.name),
      cutter_user: nameOf(t.cutter_user_id, row.cutter_user),
      skidder_company: nameOf(t.skidder_company_id, row.skidder?.name),
      skidder_user: nameOf(t.skidder_user_id, row.skidder_user),
      hauler_company: nameOf(t.hauler_company_id, row.hauler?.name),
      hauler_user: nameOf(t.hauler_user_id, row.hauler_user),
      scaler_user: nameOf(t.scaler_user_id, row.scaler_user),
      receiver_user: nameOf(t.receiver_user_id, row.receiver_user),
      cut_contract: contractOf(contracts, t.cutter_company_id, "cut_contract_name"),
      skid_contract: contractOf(contracts, t.skidder_company_id, "skid_contract_name"),
      haul_contract: contractOf(contracts, t.hauler_company_id, "haul_contract_name"),
      certifications: await readCertifications(ctx.read, id),
    };
  },
});

type Contracts = Awaited<ReturnType<typeof readContracts>>;

/** The job's contracts that the acting company may read: all for the requester, else its own (decisions, section 2). */
function readContracts(ctx: Ctx<CompanyActor>, jobId: number, requesterId: number) {
  const me = ctx.actor.company.id;
  return ctx.read
    .select({
      company_id: jobCompany.company_id,
      cut_contract_name: jobCompany.cut_contract_name,
      skid_contract_name: jobCompany.skid_contract_name,
      haul_contract_name: jobCompany.haul_contract_name,
    })
    .from(jobCompany)
    .innerJoin(company, eq(company.id, jobCompany.company_id))
    .where(and(eq(jobCompany.job_id, jobId), me === requesterId ? undefined : eq(jobCompany.company_id, me)));
}

function contractOf(
  contracts: Contracts,
  companyId: number | null,
  name: "cut_contract_name" | "skid_contract_name" | "haul_contract_name",
) {
  return contracts.find((c) => c.company_id === companyId)?.[name] ?? null;
}

/** The statuses with the ids and names of the specification (spec 1, section 7). */
export const listTicketStatuses = procedure({
  name: "listTicketStatuses",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const rows = await ctx.read.select().from(tripTicketStatus).orderBy(tripTicketStatus.id);
    return { trip_ticket_statuses: rows.map((row) => ({ trip_ticket_status: row })) };
  },
});
