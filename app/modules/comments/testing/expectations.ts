import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_JOB_PARTICIPANTS,
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_PARTICIPANTS,
  JOB_WITHOUT_MILL,
  NOT_FOUND_FOR_ALL,
} from "../../../../e2e/support/rows";

/** Valid bodies that are refused to everybody because the rows they name don't exist. */
const ALSO_GOOD = {
  removeComment: { version: 2 },
  updateJobComment: { version: 2, content: "Mine now" },
  removeJobComment: { version: 2 },
};

/** Test expectations for comments. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/:ticketId/comments": JOB_PARTICIPANTS,
    "/trip-tickets/:ticketId/comments/:commentId": NOT_FOUND_FOR_ALL,
    "/trip-tickets/:ticketId/comments/:commentId/removal": { else: 302 },
    "/api/jobs/:job_id/comments": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/comments/:comment_id": GET_NOT_ALLOWED,
    "/api/trip-tickets/:trip_ticket_id/comments": API_JOB_PARTICIPANTS,
    "/api/trip-tickets/:trip_ticket_id/comments/:comment_id": GET_NOT_ALLOWED,
    "/jobs/:jobId/comments": JOB_WITHOUT_MILL,
    "/jobs/:jobId/comments/:commentId": { ...NOT_FOUND_FOR_ALL, mill: 403 },
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
