import { listTicketStatuses } from "~/features/trip-tickets/record.server";
import { rest } from "~/web/rest.server";

export const loader = rest({ GET: { procedure: listTicketStatuses } });
export const action = rest({});
