import type { APIRequestContext } from "@playwright/test";

/** Calls the API as the signed-in person, and returns its JSON. */
export async function callApi(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: object,
): Promise<Record<string, number>> {
  const answer = await request.fetch(path, { method, data });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/**
 * Create loads in transit from the demo's first job to its first destination, as the office and a driver would. Return
 * their ids and numbers.
 */
export async function createLoadsInTransit(manager: APIRequestContext, count: number) {
  const loads: { id: number; number: number }[] = [];
  for (let n = 0; n < count; n++) {
    const product = { product_type_id: 5, wood_species_id: 746 };
    const created = await callApi(manager, "POST", "/api/trip-tickets", {
      job_id: 1,
      job_destination_id: 1,
      ...product,
      hauler_company_id: 3,
    });
    const id = Number(created.id);
    await callApi(manager, "PUT", `/api/trip-tickets/${id}`, { version: 2, trip_ticket_status_id: 2 });
    const { trip_ticket } = (await callApi(manager, "GET", `/api/trip-tickets/${id}`)) as unknown as {
      trip_ticket: { trip_ticket_number: number };
    };
    loads.push({ id, number: trip_ticket.trip_ticket_number });
  }
  return loads;
}
