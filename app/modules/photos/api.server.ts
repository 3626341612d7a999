import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { type ApiCalls, type ApiSection, defineFileCall } from "~/web/rest-call";
import { addJobPhoto, getJobPhotoFile, listJobPhotos, removeJobPhoto } from "./data/job-photos.server";
import { createImageResponse } from "./data/photo-image.server";
import { addPhoto, getPhotoFile, removePhoto } from "./data/photos.server";

export const about: ApiSection = "Photos";

/** API calls about photos of a ticket or a job. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets/{trip_ticket_id}/photos": {
    summary: "Add a photo to a trip ticket",
    procedure: addPhoto,
    upload: { field: "photo", megabytes: MAX_UPLOAD_MEGABYTES.photo },
    status: 201,
  },
  "DELETE /api/trip-tickets/{trip_ticket_id}/photos/{photo_id}": {
    summary: "Remove your own photo",
    procedure: removePhoto,
  },
  "GET /api/jobs/{job_id}/photos": {
    summary: "List a job's photos, newest first",
    procedure: listJobPhotos,
  },
  "POST /api/jobs/{job_id}/photos": {
    summary: "Add a photo to a job",
    procedure: addJobPhoto,
    upload: { field: "photo", megabytes: MAX_UPLOAD_MEGABYTES.photo },
    status: 201,
  },
  "DELETE /api/jobs/{job_id}/photos/{photo_id}": {
    summary: "Remove your own photo",
    procedure: removeJobPhoto,
  },
  "GET /api/trip-tickets/{trip_ticket_id}/photos/{photo_id}/image": defineFileCall({
    summary: "Read a photo's bytes; with ?small the smaller size",
    procedure: getPhotoFile,
    input: (ids, query) => ({ ...ids, small: query.has("small") }),
    file: createImageResponse,
  }),
  "GET /api/jobs/{job_id}/photos/{photo_id}/image": defineFileCall({
    summary: "Read a photo's bytes; with ?small the smaller size",
    procedure: getJobPhotoFile,
    input: (ids, query) => ({ ...ids, small: query.has("small") }),
    file: createImageResponse,
  }),
};
