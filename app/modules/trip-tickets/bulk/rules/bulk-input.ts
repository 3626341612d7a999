import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";
import type { AppError } from "~/web/refusal";
import {
  BULK_ACTIONS,
  type BulkActionName,
  DESTINATION_CERTIFICATE,
  NO_CERTIFICATE,
  WORK_ROLES,
} from "./bulk";

const id = () => z.number().int().positive().optional();

/** Input fields of all bulk actions; each action reads only its own. */
export const bulkFields = {
  trip_ticket_status_id: z.number().int().min(1).max(7).optional(),
  trip_ticket_priority_id: z.number().int().min(1).max(3).optional(),
  /** Destination for each job of the selected tickets. */
  destinations: z
    .array(z.strictObject({ job_id: z.number().int().positive(), job_destination_id: id() }))
    .max(100)
    .optional(),
  /**
   * Certificate for the loads: its id, "destination" for the certificates that each load's destination requires, or
   * "none".
   */
  certificate: createTextSchema(16, "Choose a certificate")
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
  act: z.enum(BULK_ACTIONS),
  input: z.object({ ...bulkFields, key: z.string().optional() }),
});

/** Parse a stored run's action and its values. `key` is the API key that started the run, if no user did. */
export const parseBulkRunAction = (run: { action: string; input: unknown }) =>
  zodObject.parse({ act: run.action, input: run.input });

const ASSIGNED = WORK_ROLES.flatMap((hand) => [`${hand}_company_id`, `${hand}_user_id`] as const);

/** Return error messages by field for input that the action requires; empty if none is missing. */
export function findMissingFields(act: BulkActionName, fields: BulkFields): Record<string, string[]> {
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

/** Return the action's change to a ticket of the given job, as input of the ticket update; null if nothing changes. */
export function toTicketUpdateInput(
  act: Exclude<BulkActionName, "deletion">,
  fields: BulkFields,
  jobId: number,
) {
  if (act === "status") return { trip_ticket_status_id: fields.trip_ticket_status_id };
  if (act === "priority") return { trip_ticket_priority_id: fields.trip_ticket_priority_id };
  if (act === "destination") {
    const job_destination_id = fields.destinations?.find((d) => d.job_id === jobId)?.job_destination_id;
    return job_destination_id === undefined ? null : { job_destination_id };
  }
  if (act === "certification") {
    if (fields.certificate === DESTINATION_CERTIFICATE) return { certificates: DESTINATION_CERTIFICATE };
    return { certification_ids: fields.certificate === NO_CERTIFICATE ? [] : [Number(fields.certificate)] };
  }
  return Object.fromEntries(
    ASSIGNED.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  );
}

/** Format a refusal as one sentence, or as the messages of its fields. */
export const getBulkRefusalReason = (error: AppError): string =>
  Object.values(error.facts.fields ?? {})
    .flat()
    .join(" ") || error.message;
