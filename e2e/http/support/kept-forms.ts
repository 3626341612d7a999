import { randomUUID } from "node:crypto";
import type { FormOwner, QueuedForm } from "../../../app/modules/offline/rules/kept-forms";
import { createQueuedForm } from "../../../app/modules/offline/rules/testing/kept-form";
import { signInPerson } from "./caller";

const HOUR = 3_600_000;

/** Return a demo user's identity, as a page gives it to their device. */
export async function readFormOwner(url: string, name: string): Promise<FormOwner> {
  const html = await (await signInPerson(url, name)).read("/outbox");
  const said = (attribute: string) => new RegExp(`data-${attribute}="(\\d*)"`).exec(html)?.[1] ?? "";
  return { user: said("user"), company: said("company") };
}

/** A comment on the demo's job that a device stored an hour ago. */
export const createStoredComment = (who: FormOwner, content: string, more: Partial<QueuedForm> = {}) => {
  const id = randomUUID();
  return createQueuedForm({
    ...who,
    id,
    action: "/jobs/1/comments",
    fields: [
      ["submission_id", id],
      ["content", content],
    ],
    typed_at: Date.now() - HOUR,
    ...more,
  });
};

/** Create a load with its pickup and drop-off, as stored on a device an hour ago; not in sending order. */
export function createStoredLoad(who: FormOwner): { made: string; items: QueuedForm[] } {
  const text = randomUUID();
  const index = Date.now() - HOUR;
  const load: [string, string][] = [
    ["submission_id", text],
    ["job_id", "1"],
    ["job_destination_id", "1"],
    ["product", "5-746-0"],
    ["estimated_volume", "25"],
    ["estimated_wood_unit_type_id", "2"],
    ["hauler_company_id", who.company],
    ["loads", "1"],
  ];
  const step = (verb: string, version: number, after: string) => {
    const id = randomUUID();
    const fields: [string, string][] = [
      ["submission_id", id],
      ["version", String(version)],
    ];
    return createQueuedForm({
      ...who,
      id,
      after,
      fields,
      action: `/trip-tickets/@${text}/${verb}`,
      typed_at: index + version,
    });
  };
  const first = createQueuedForm({
    ...who,
    id: text,
    action: "/trip-tickets/new?job_id=1",
    fields: load,
    typed_at: index,
  });
  const pickup = step("pickup", 2, text);
  return { made: text, items: [step("dropoff", 3, pickup.id), pickup, first] };
}
