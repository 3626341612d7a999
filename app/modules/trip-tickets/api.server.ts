import { typedKeys } from "~/lib/object/records";
import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { createTicket } from "./create/data/create.server";
import { listTicketAudits, listTicketComments, listTicketPhotos } from "./data/related.server";
import {
  assignCutter,
  assignDestination,
  assignHauler,
  assignSkidder,
  listTicketCutters,
  listTicketDestinations,
  listTicketHaulers,
  listTicketSkidders,
} from "./life-cycle/data/assignment.server";
import { deleteTicket } from "./life-cycle/data/change-status.server";
import { ticketFilterFields } from "./list/rules/filter";
import { getScaleHouse } from "./scale-house/data/page.server";
import { receiveLoad, rejectLoad } from "./scale-house/data/receive.server";
import { undoReceipt } from "./scale-house/data/undo-receipt.server";
import { keyLoad } from "./shared/enter-load.server";
import { getTicket } from "./shared/record.server";
import { searchTickets } from "./shared/search.server";
import { updateTicket } from "./shared/update.server";

export const about: ApiSection = "Trip tickets";

/** API calls for trip tickets, their assignments and destinations. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets": {
    summary: "Create one trip ticket, or several loads alike",
    procedure: createTicket,
    status: 201,
  },
  "POST /api/trip-tickets/keyed": {
    summary: "Key a load that was delivered, from its paper, with its own times",
    procedure: keyLoad,
    status: 201,
  },
  "POST /api/trip-tickets/search": {
    summary: "Find trip tickets by any part of the filter; take -1 for all of them",
    procedure: searchTickets,
    dropsEmpty: typedKeys(ticketFilterFields),
  },
  "GET /api/trip-tickets/{id}": {
    summary: "Read a trip ticket",
    procedure: getTicket,
  },
  "PUT /api/trip-tickets/{id}": {
    summary: "Change any editable field of a trip ticket, including its status",
    procedure: updateTicket,
  },
  "DELETE /api/trip-tickets/{id}": {
    summary: "Delete a trip ticket; its number stays taken and its history stays",
    procedure: deleteTicket,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/audits": {
    summary: "Read a trip ticket's history, newest first",
    procedure: listTicketAudits,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/comments": {
    summary: "Read the comments on a trip ticket, newest first",
    procedure: listTicketComments,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/photos": {
    summary: "List a trip ticket's photos, newest first",
    procedure: listTicketPhotos,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/cutters": {
    summary: "List who may cut a load",
    procedure: listTicketCutters,
  },
  "PUT /api/trip-tickets/{trip_ticket_id}/cutters": {
    summary: "Set who cuts a load; null clears",
    procedure: assignCutter,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/skidders": {
    summary: "List who may skid a load",
    procedure: listTicketSkidders,
  },
  "PUT /api/trip-tickets/{trip_ticket_id}/skidders": {
    summary: "Set who skids a load; null clears",
    procedure: assignSkidder,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/haulers": {
    summary: "List who may haul a load",
    procedure: listTicketHaulers,
  },
  "PUT /api/trip-tickets/{trip_ticket_id}/haulers": {
    summary: "Set who hauls a load",
    procedure: assignHauler,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/destinations": {
    summary: "List where a load may go",
    procedure: listTicketDestinations,
  },
  "PUT /api/trip-tickets/{trip_ticket_id}/destinations": {
    summary: "Send a load to another destination of its job",
    procedure: assignDestination,
  },
  "GET /api/scale": {
    summary: "Read what comes to your scale, the day's loads, and the load that `load` names",
    procedure: getScaleHouse,
  },
  "POST /api/scale/receipts": {
    summary: "Receive and weigh a load by its number, scale ticket or plate; weights as text, like 78,400 lb",
    procedure: receiveLoad,
  },
  "POST /api/scale/rejections": {
    summary: "Turn a load away; the reason becomes a comment on its ticket",
    procedure: rejectLoad,
  },
  "POST /api/scale/receipts/{id}/undo": {
    summary: "Take back a load's receipt within the shift; send version plus one",
    procedure: undoReceipt,
  },
};
