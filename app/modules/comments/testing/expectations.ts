import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_ON_THE_JOB,
  API_THEIRS,
  NO_GET,
  NO_SUCH,
  ON_THE_JOB,
  THEIRS,
} from "../../../../e2e/support/rows";

/** Valid bodies that are refused to everybody because of the rows that they name. */
const ALSO_GOOD = {
  removeComment: { version: 2 },
  updateJobComment: { version: 2, content: "Mine now" },
  removeJobComment: { version: 2 },
};

/** Test expectations for comments. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/:ticketId/comments": THEIRS,
    "/trip-tickets/:ticketId/comments/:commentId": NO_SUCH,
    "/trip-tickets/:ticketId/comments/:commentId/removal": { else: 302 },
    "/api/jobs/:job_id/comments": API_ON_THE_JOB,
    "/api/jobs/:job_id/comments/:comment_id": NO_GET,
    "/api/trip-tickets/:trip_ticket_id/comments": API_THEIRS,
    "/api/trip-tickets/:trip_ticket_id/comments/:comment_id": NO_GET,
    "/jobs/:jobId/comments": ON_THE_JOB,
    "/jobs/:jobId/comments/:commentId": { ...NO_SUCH, mill: 403 },
    "/jobs/:jobId/comments/:commentId/removal": { else: 302 },
  },
  params: {
    commentId: "987654",
    comment_id: "987654",
  },
  bodies: {
    ...ALSO_GOOD,
    addComment: { content: "" },
    updateComment: { version: 2, content: "Mine now" },
    addJobComment: { content: "" },
  },
  good: {
    ...ALSO_GOOD,
    addComment: { content: "Fine" },
    updateComment: { version: 2, content: "Fine" },
    addJobComment: { content: "Fine" },
  },
  pages: {
    manager: ["/jobs/1/comments"],
  },
  alike: {
    manager: ["{job_comment}", "{available}/comments", "{comment}"],
  },
  forms: {
    manager: ["/jobs/1/comments"],
  },
};
