import { readBulkRun, startBulk } from "~/features/bulk/bulk.server";
import {
  assignCutter,
  assignDestination,
  assignHauler,
  assignSkidder,
  listTicketCutters,
  listTicketDestinations,
  listTicketHaulers,
  listTicketSkidders,
} from "~/features/trip-tickets/assignment.server";
import * as answers from "./answers-lists";
import type { RestCalls } from "./rest.server";

const params = ["trip_ticket_id"] as const;

/** Calls about who works on a ticket and where it goes, and about many tickets at once. */
export const LIST_CALLS = {
  "/api/trip-tickets/{trip_ticket_id}/cutters": {
    GET: {
      summary: "List who may cut a load",
      procedure: listTicketCutters,
      params,
      answer: answers.cutters,
    },
    PUT: {
      summary: "Set who cuts a load; null clears",
      procedure: assignCutter,
      params,
      answer: answers.changedTicket,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/skidders": {
    GET: {
      summary: "List who may skid a load",
      procedure: listTicketSkidders,
      params,
      answer: answers.skidders,
    },
    PUT: {
      summary: "Set who skids a load; null clears",
      procedure: assignSkidder,
      params,
      answer: answers.changedTicket,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/haulers": {
    GET: {
      summary: "List who may haul a load",
      procedure: listTicketHaulers,
      params,
      answer: answers.haulers,
    },
    PUT: { summary: "Set who hauls a load", procedure: assignHauler, params, answer: answers.changedTicket },
  },
  "/api/trip-tickets/{trip_ticket_id}/destinations": {
    GET: {
      summary: "List where a load may go",
      procedure: listTicketDestinations,
      params,
      answer: answers.destinations,
    },
    PUT: {
      summary: "Send a load to another destination of its job",
      procedure: assignDestination,
      params,
      answer: answers.changedTicket,
    },
  },
  "/api/trip-tickets/bulk": {
    POST: {
      summary:
        "Start a change of many trip tickets, one by one: status, priority, destination, assignment or deletion",
      procedure: startBulk,
      status: 202,
      answer: answers.begun,
    },
  },
  "/api/trip-tickets/bulk/{bulk_run_id}": {
    GET: {
      summary: "Read the results of a change of many trip tickets, refused ones first",
      procedure: readBulkRun,
      params: ["bulk_run_id"],
      answer: answers.run,
    },
  },
} as const satisfies Record<string, RestCalls>;
