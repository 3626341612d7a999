import { z } from "zod";
import { text } from "~/domain/text/input";
import type { Refusal } from "~/web/refusal";
import { AS_DESTINATION, BULK_ACTS, type BulkActName, HANDS, NO_CERTIFICATE } from "./bulk";

const id = () => z.number().int().positive().optional();

/** What an act sets; of the fields only those of its act are read. */
export const bulkFields = {
  trip_ticket_status_id: z.number().int().min(1).max(7).optional(),
  trip_ticket_priority_id: z.number().int().min(1).max(3).optional(),
  /** A destination for each job whose tickets are to go elsewhere. */
  destinations: z
    .array(z.strictObject({ job_id: z.number().int().positive(), job_destination_id: id() }))
    .max(100)
    .optional(),
  /** The certificate that the loads go under: its id, "destination" for what each load's destination asks for, or "none". */
  certificate: text(16, "Choose a certificate")
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

const kept = z.object({
  act: z.enum(BULK_ACTS),
  input: z.object({ ...bulkFields, key: z.string().optional() }),
});

/** The act of a run as it was written down, and what it sets; `key` began it where no person did. */
export const actKept = (run: { act: string; input: unknown }) =>
  kept.parse({ act: run.act, input: run.input });

const ASSIGNED = HANDS.flatMap((hand) => [`${hand}_company_id`, `${hand}_user_id`] as const);

/** What is missing before an act can begin, by field; nothing where all is there. */
export function missingOf(act: BulkActName, fields: BulkFields): Record<string, string[]> {
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

/** What an act changes on a ticket of a job, as an update takes it; null where it has nothing to do with it. */
export function changeOf(act: Exclude<BulkActName, "deletion">, fields: BulkFields, jobId: number) {
  if (act === "status") return { trip_ticket_status_id: fields.trip_ticket_status_id };
  if (act === "priority") return { trip_ticket_priority_id: fields.trip_ticket_priority_id };
  if (act === "destination") {
    const job_destination_id = fields.destinations?.find((d) => d.job_id === jobId)?.job_destination_id;
    return job_destination_id === undefined ? null : { job_destination_id };
  }
  if (act === "certification") {
    if (fields.certificate === AS_DESTINATION) return { certificates: AS_DESTINATION };
    return { certification_ids: fields.certificate === NO_CERTIFICATE ? [] : [Number(fields.certificate)] };
  }
  return Object.fromEntries(
    ASSIGNED.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  );
}

/** A refusal in one sentence; for fields, their messages. */
export const reasonOf = (error: Refusal): string =>
  Object.values(error.facts.fields ?? {})
    .flat()
    .join(" ") || error.message;
