import { deleteTicket } from "~/features/trip-tickets/move.server";
import { getTicket } from "~/features/trip-tickets/record.server";
import { updateTicket } from "~/features/trip-tickets/update.server";
import { rest } from "~/web/rest.server";

export const loader = rest({ GET: { procedure: getTicket, params: { id: "id" } } });
export const action = rest({
  PUT: { procedure: updateTicket, params: { id: "id" } },
  DELETE: { procedure: deleteTicket, params: { id: "id" } },
});
