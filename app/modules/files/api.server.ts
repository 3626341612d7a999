import { buildFileResponse } from "~/lib/files/file-answer.server";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { type ApiCalls, type ApiSection, defineFileCall } from "~/web/rest-call";
import { addJobFile, getJobFile, listJobFiles, removeJobFile } from "./data/job-files.server";

export const about: ApiSection = "Jobs";

/** Calls about a job's files. */
export const calls: ApiCalls = {
  "GET /api/jobs/{job_id}/files": {
    summary: "List a job's files, newest first",
    procedure: listJobFiles,
  },
  "POST /api/jobs/{job_id}/file": {
    summary: "Add a PDF or MP4 video to a job, as a form or as JSON with a data URL of up to 10 MB",
    procedure: addJobFile,
    dataUrl: {
      field: "file",
      types: ["application/pdf", "video/mp4"],
      megabytes: 10,
      file_name: "File",
    },
    upload: { field: "file", megabytes: MAX_UPLOAD_MEGABYTES.mp4, typed: ["is_plan_map"] },
    status: 201,
  },
  "DELETE /api/jobs/{job_id}/files/{file_id}": {
    summary: "Delete a file that you added",
    procedure: removeJobFile,
  },
  "GET /api/jobs/{job_id}/files/{file_id}/content": defineFileCall({
    summary: "Read a file's bytes",
    procedure: getJobFile,
    file: (_request, match) => buildFileResponse(match),
  }),
};
