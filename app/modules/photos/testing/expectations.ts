import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_JOB_PARTICIPANTS,
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_PARTICIPANTS,
  JOB_WITHOUT_MILL,
  NOT_FOUND_FOR_ALL,
} from "../../../../e2e/support/rows";

/** Valid request bodies that are refused to everybody because of the rows they name. */
const ALSO_GOOD = {
  removePhoto: { version: 2 },
  addJobPhoto: {},
  removeJobPhoto: { version: 2 },
};

/** Test expectations for photos. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/:ticketId/photos": JOB_PARTICIPANTS,
    "/trip-tickets/:ticketId/photos/:photoId": NOT_FOUND_FOR_ALL,
    "/trip-tickets/:ticketId/photos/:photoId/image": NOT_FOUND_FOR_ALL,
    "/api/jobs/:job_id/photos": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/photos/:photo_id": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/photos/:photo_id/image": { nobody: 401, mill: 403, else: 404 },
    "/api/trip-tickets/:trip_ticket_id/photos": API_JOB_PARTICIPANTS,
    "/api/trip-tickets/:trip_ticket_id/photos/:photo_id": GET_NOT_ALLOWED,
    "/api/trip-tickets/:trip_ticket_id/photos/:photo_id/image": { nobody: 401, else: 404 },
    "/jobs/:jobId/photos": JOB_WITHOUT_MILL,
    "/jobs/:jobId/photos/:photoId": { ...NOT_FOUND_FOR_ALL, mill: 403 },
    "/jobs/:jobId/photos/:photoId/image": { ...NOT_FOUND_FOR_ALL, mill: 403 },
    "/jobs/:jobId/photos/:photoId/removal": { else: 302 },
  },
  params: {
    photoId: "987654",
    photo_id: "987654",
  },
  bodies: {
    ...ALSO_GOOD,
    addPhoto: {},
  },
  good: ALSO_GOOD,
  pages: {
    manager: ["/trip-tickets/1/photos", "/jobs/1/photos"],
  },
  alike: {
    manager: ["{job_photo}", "{photo}"],
  },
  forms: {
    manager: ["{available}/photos", "/jobs/1/photos"],
  },
};
