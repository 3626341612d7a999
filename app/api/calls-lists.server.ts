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
import type { RestCalls } from "~/web/rest.server";
import * as answers from "./answers-lists";

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
      summary: "Name who cuts a load; null clears",
      procedure: assignCutter,
      params,
      answer: answers.changed,
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
      summary: "Name who skids a load; null clears",
      procedure: assignSkidder,
      params,
      answer: answers.changed,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/haulers": {
    GET: {
      summary: "List who may haul a load",
      procedure: listTicketHaulers,
      params,
      answer: answers.haulers,
    },
    PUT: { summary: "Name who hauls a load", procedure: assignHauler, params, answer: answers.changed },
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
      answer: answers.changed,
    },
  },
  "/api/trip-tickets/bulk": {
    POST: {
      summary:
        "Begin a change of many trip tickets, each carried out by itself: status, priority, destination, assignment or deletion",
      procedure: startBulk,
      status: 202,
      answer: answers.begun,
    },
  },
  "/api/trip-tickets/bulk/{bulk_run_id}": {
    GET: {
      summary: "Read what became of a change of many trip tickets, the refused ones first",
      procedure: readBulkRun,
      params: ["bulk_run_id"],
      answer: answers.run,
    },
  },
} as const satisfies Record<string, RestCalls>;
