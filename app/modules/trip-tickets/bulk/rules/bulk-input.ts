import { z } from "zod";
import { textField } from "~/lib/text/input";
import type { AppError } from "~/web/refusal";
import { BULK_ACTS, type BulkActName, DESTINATION_ACT, NO_CERTIFICATE, WORK_ROLES } from "./bulk";

const id = () => z.number().int().positive().optional();

/** Fields of the actions; only those of the chosen action are read. */
export const bulkFields = {
  trip_ticket_status_id: z.number().int().min(1).max(7).optional(),
  trip_ticket_priority_id: z.number().int().min(1).max(3).optional(),
  /** Destination for each job whose tickets change destination. */
  destinations: z
    .array(z.strictObject({ job_id: z.number().int().positive(), job_destination_id: id() }))
    .max(100)
    .optional(),
  /** Certificate for the loads: its id, "destination" for the one each load's destination requires, or "none". */
  certificate: textField(16, "Choose a certificate")
    .regex(/^(destination|none|[1-9]\d{0,14})$/, "Choose a certificate")
    .optional(),
  cutter_company_id: id(),
  cutter_user_id: id(),
  skidder_company_id: id(),
  skidder_user_id: id(),
  hauler_company_id: id(),
  hauler_user_id: id(),
};
export type BulkFields = z.output<z.ZodObject<typeof bulkFields>>;

const zodObject = z.object({
  act: z.enum(BULK_ACTS),
  input: z.object({ ...bulkFields, key: z.string().optional() }),
});

/** Action of a run as stored, and the values it sets; `key` is the key that started it, if no person did. */
export const parseStoredAct = (run: { action: string; input: unknown }) =>
  zodObject.parse({ act: run.action, input: run.input });

const ASSIGNED = WORK_ROLES.flatMap((hand) => [`${hand}_company_id`, `${hand}_user_id`] as const);

/** Missing input by field before an action can start; empty if complete. */
export function findMissingFields(act: BulkActName, fields: BulkFields): Record<string, string[]> {
  if (act === "status" && fields.trip_ticket_status_id === undefined)
    return { trip_ticket_status_id: ["Choose a status"] };
  if (act === "priority" && fields.trip_ticket_priority_id === undefined)
    return { trip_ticket_priority_id: ["Choose a priority"] };
  if (act === "destination" && !fields.destinations?.some((d) => d.job_destination_id !== undefined))
    return { destinations: ["Choose a destination"] };
  if (act === "certification" && fields.certificate === undefined)
    return { certificate: ["Choose a certificate"] };
  if (act === "assignment" && ASSIGNED.every((name) => fields[name] === undefined))
    return { cutter_company_id: ["Choose who to assign"] };
  return {};
}

/** Change an action makes to a ticket of a job, as update input; null if it doesn't apply. */
export function toTicketChange(act: Exclude<BulkActName, "deletion">, fields: BulkFields, jobId: number) {
  if (act === "status") return { trip_ticket_status_id: fields.trip_ticket_status_id };
  if (act === "priority") return { trip_ticket_priority_id: fields.trip_ticket_priority_id };
  if (act === "destination") {
    const job_destination_id = fields.destinations?.find((d) => d.job_id === jobId)?.job_destination_id;
    return job_destination_id === undefined ? null : { job_destination_id };
  }
  if (act === "certification") {
    if (fields.certificate === DESTINATION_ACT) return { certificates: DESTINATION_ACT };
    return { certification_ids: fields.certificate === NO_CERTIFICATE ? [] : [Number(fields.certificate)] };
  }
  return Object.fromEntries(
    ASSIGNED.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  );
}

/** Refusal as one sentence; for fields, their messages. */
export const getBulkRefusalReason = (error: AppError): string =>
  Object.values(error.facts.fields ?? {})
    .flat()
    .join(" ") || error.message;
