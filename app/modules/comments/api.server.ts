import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addComment, removeComment, updateComment } from "./data/comments.server";
import {
  addJobComment,
  listJobComments,
  removeJobComment,
  updateJobComment,
} from "./data/job-comments.server";

export const about: ApiSection = "Comments";

/** API calls about comments on a ticket and on a job. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets/{trip_ticket_id}/comments": {
    summary: "Comment on a trip ticket",
    procedure: addComment,
    status: 201,
  },
  "PUT /api/trip-tickets/{trip_ticket_id}/comments/{comment_id}": {
    summary: "Change your own comment",
    procedure: updateComment,
  },
  "DELETE /api/trip-tickets/{trip_ticket_id}/comments/{comment_id}": {
    summary: "Remove your own comment",
    procedure: removeComment,
  },
  "GET /api/jobs/{job_id}/comments": {
    summary: "Read the comments on a job, newest first",
    procedure: listJobComments,
  },
  "POST /api/jobs/{job_id}/comments": {
    summary: "Comment on a job",
    procedure: addJobComment,
    status: 201,
  },
  "PUT /api/jobs/{job_id}/comments/{comment_id}": {
    summary: "Change your own comment",
    procedure: updateJobComment,
  },
  "DELETE /api/jobs/{job_id}/comments/{comment_id}": {
    summary: "Remove your own comment",
    procedure: removeJobComment,
  },
};
