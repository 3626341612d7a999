import { createTicket } from "~/features/trip-tickets/create.server";
import { rest } from "~/web/rest.server";

export const loader = rest({});
export const action = rest({ POST: { procedure: createTicket, status: 201 } });
