import { addComment, removeComment, updateComment } from "~/features/comments/comments.server";
import { addPhoto, PHOTO_MEGABYTES, removePhoto } from "~/features/photos/photos.server";
import {
  listCounties,
  listEntities,
  listProducts,
  listProductTypes,
  listStates,
  listTicketStatuses,
  listWoodSpecies,
  listWoodUnitTypes,
  searchReleases,
} from "~/features/reference/reference.server";
import { createTicket } from "~/features/trip-tickets/create.server";
import { deleteTicket } from "~/features/trip-tickets/move.server";
import { getTicket } from "~/features/trip-tickets/record.server";
import {
  listTicketAudits,
  listTicketComments,
  listTicketPhotos,
} from "~/features/trip-tickets/related.server";
import { searchTickets } from "~/features/trip-tickets/search.server";
import { updateTicket } from "~/features/trip-tickets/update.server";
import { answers } from "./answers";
import { tripTicketRecord } from "./answers-tickets";
import { CERTIFICATION_CALLS } from "./calls-certifications.server";
import { COMPANY_CALLS } from "./calls-companies.server";
import { EXCHANGE_CALLS } from "./calls-exchange.server";
import { JOB_SETUP_CALLS } from "./calls-job-setup.server";
import { JOB_WORK_CALLS } from "./calls-job-work.server";
import { JOB_CALLS } from "./calls-jobpage.server";
import { LIST_CALLS } from "./calls-lists.server";
import { MAP_CALLS } from "./calls-maps.server";
import { PEOPLE_CALLS } from "./calls-people.server";
import { PLACE_CALLS } from "./calls-places.server";
import type { RestCalls } from "./rest.server";

/** Reference lists, the same for everybody, may be kept by a browser (spec 2, section 7). Nothing of a company's may. */
const TEN_MINUTES = 600;

/**
 * Every call of the API, by address. The routes serve from here and the document that describes them is made from
 * here, so that neither can know a call that the other does not.
 */
export const CALLS = {
  "/api/trip-tickets": {
    POST: {
      summary: "Create one trip ticket, or several loads alike",
      procedure: createTicket,
      status: 201,
      answer: answers.made,
    },
  },
  "/api/trip-tickets/search": {
    POST: {
      summary: "Find trip tickets by any part of the filter; take -1 for all of them",
      procedure: searchTickets,
      answer: answers.ticketList,
    },
  },
  "/api/trip-tickets/{id}": {
    GET: { summary: "Read a trip ticket", procedure: getTicket, params: ["id"], answer: tripTicketRecord },
    PUT: {
      summary: "Change any editable field of a trip ticket, including its status",
      procedure: updateTicket,
      params: ["id"],
      answer: answers.changedTicket,
    },
    DELETE: {
      summary: "Delete a trip ticket; its number stays taken and its history stays",
      procedure: deleteTicket,
      params: ["id"],
      answer: answers.deleted,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/audits": {
    GET: {
      summary: "Read a trip ticket's history, newest first",
      procedure: listTicketAudits,
      params: ["trip_ticket_id"],
      answer: answers.audits,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/comments": {
    GET: {
      summary: "Read the comments on a trip ticket, newest first",
      procedure: listTicketComments,
      params: ["trip_ticket_id"],
      answer: answers.comments,
    },
    POST: {
      summary: "Comment on a trip ticket",
      procedure: addComment,
      params: ["trip_ticket_id"],
      status: 201,
      answer: answers.commented,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/comments/{comment_id}": {
    PUT: {
      summary: "Change your own comment",
      procedure: updateComment,
      params: ["trip_ticket_id", "comment_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Remove your own comment",
      procedure: removeComment,
      params: ["trip_ticket_id", "comment_id"],
      answer: answers.changed,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/photos": {
    GET: {
      summary: "List a trip ticket's photos, newest first",
      procedure: listTicketPhotos,
      params: ["trip_ticket_id"],
      answer: answers.photos,
    },
    POST: {
      summary: "Add a photo to a trip ticket",
      procedure: addPhoto,
      params: ["trip_ticket_id"],
      upload: { field: "photo", megabytes: PHOTO_MEGABYTES },
      status: 201,
      answer: answers.photographed,
    },
  },
  "/api/trip-tickets/{trip_ticket_id}/photos/{photo_id}": {
    DELETE: {
      summary: "Remove your own photo",
      procedure: removePhoto,
      params: ["trip_ticket_id", "photo_id"],
      answer: answers.changed,
    },
  },
  "/api/trip-ticket-statuses": {
    GET: {
      summary: "List the statuses",
      procedure: listTicketStatuses,
      cache: TEN_MINUTES,
      answer: answers.statuses,
    },
  },
  "/api/product-types": {
    GET: {
      summary: "List the product types",
      procedure: listProductTypes,
      cache: TEN_MINUTES,
      answer: answers.productTypes,
    },
  },
  "/api/products": {
    GET: {
      summary: "List commonly sold products",
      procedure: listProducts,
      cache: TEN_MINUTES,
      answer: answers.products,
    },
  },
  "/api/wood-species": {
    GET: {
      summary: "List the species",
      procedure: listWoodSpecies,
      cache: TEN_MINUTES,
      answer: answers.woodSpecies,
    },
  },
  "/api/wood-unit-types": {
    GET: {
      summary: "List the units",
      procedure: listWoodUnitTypes,
      cache: TEN_MINUTES,
      answer: answers.woodUnitTypes,
    },
  },
  "/api/state": {
    GET: {
      summary: "List the states; include: country, county_count",
      procedure: listStates,
      cache: TEN_MINUTES,
      answer: answers.states,
    },
  },
  "/api/county/{state_id}": {
    GET: {
      summary: "List a state's counties; include: state, geom",
      procedure: listCounties,
      cache: TEN_MINUTES,
      params: ["state_id"],
      answer: answers.counties,
    },
  },
  "/api/entity": {
    GET: {
      summary: "List permission entities; include: permissions",
      procedure: listEntities,
      answer: answers.entities,
    },
  },
  "/api/releases": {
    GET: { summary: "List the releases of Timbertally", procedure: searchReleases, answer: answers.releases },
  },
  ...CERTIFICATION_CALLS,
  ...COMPANY_CALLS,
  ...EXCHANGE_CALLS,
  ...JOB_SETUP_CALLS,
  ...MAP_CALLS,
  ...JOB_CALLS,
  ...JOB_WORK_CALLS,
  ...LIST_CALLS,
  ...PEOPLE_CALLS,
  ...PLACE_CALLS,
} as const satisfies Record<string, RestCalls>;

export type ApiPath = keyof typeof CALLS;
