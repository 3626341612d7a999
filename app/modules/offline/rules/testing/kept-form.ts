import type { QueuedForm } from "../kept-forms";

/** A form as a device stores it, for tests. */
export function createQueuedForm(over: Partial<QueuedForm> = {}): QueuedForm {
  const fields = over.fields ?? [["version", "4"]];
  return {
    id: "one",
    user: "7",
    company: "3",
    action: "/trip-tickets/12/edit/details",
    page: "/trip-tickets/12/edit/details",
    title: "",
    type: "application/x-www-form-urlencoded",
    body: new TextEncoder().encode(String(new URLSearchParams(fields))).buffer,
    fields,
    typed_at: 1_000,
    zone_minutes: 300,
    state: "waiting",
    tries: 0,
    said: "",
    href: "",
    sent_at: null,
    ...over,
  };
}
