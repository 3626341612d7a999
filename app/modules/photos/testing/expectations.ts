import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_ON_THE_JOB,
  API_THEIRS,
  NO_GET,
  NO_SUCH,
  ON_THE_JOB,
  THEIRS,
} from "../../../../e2e/support/rows";

/** Valid bodies that are refused to everybody because of the rows they name. */
const ALSO_GOOD = {
  removePhoto: { version: 2 },
  addJobPhoto: {},
  removeJobPhoto: { version: 2 },
};

/** Test expectations for photos. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/:ticketId/photos": THEIRS,
    "/trip-tickets/:ticketId/photos/:photoId": NO_SUCH,
    "/trip-tickets/:ticketId/photos/:photoId/image": NO_SUCH,
    "/api/jobs/:job_id/photos": API_ON_THE_JOB,
    "/api/jobs/:job_id/photos/:photo_id": NO_GET,
    "/api/jobs/:job_id/photos/:photo_id/image": { nobody: 401, mill: 403, else: 404 },
    "/api/trip-tickets/:trip_ticket_id/photos": API_THEIRS,
    "/api/trip-tickets/:trip_ticket_id/photos/:photo_id": NO_GET,
    "/api/trip-tickets/:trip_ticket_id/photos/:photo_id/image": { nobody: 401, else: 404 },
    "/jobs/:jobId/photos": ON_THE_JOB,
    "/jobs/:jobId/photos/:photoId": { ...NO_SUCH, mill: 403 },
    "/jobs/:jobId/photos/:photoId/image": { ...NO_SUCH, mill: 403 },
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
