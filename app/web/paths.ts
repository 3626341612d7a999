import type { Verb } from "~/features/trip-tickets/lifecycle";

/** Every address of the app, in one place. */
export const paths = {
  tickets: "/trip-tickets",
  newTicket: (jobId?: number) => (jobId ? `/trip-tickets/new?job_id=${jobId}` : "/trip-tickets/new"),
  ticket: (id: number) => `/trip-tickets/${id}`,
  ticketVerb: (id: number, verb: Verb) => `/trip-tickets/${id}/${verb}`,
  ticketEdit: (id: number, box: string) => `/trip-tickets/${id}/edit/${box}`,
  ticketDeletion: (id: number) => `/trip-tickets/${id}/deletion`,
  ticketPrint: (id: number) => `/trip-tickets/${id}/print`,
  photos: (id: number) => `/trip-tickets/${id}/photos`,
  photo: (id: number, photo: number) => `/trip-tickets/${id}/photos/${photo}`,
  photoImage: (id: number, photo: number, size: "small" | "large") =>
    `/trip-tickets/${id}/photos/${photo}/image${size === "small" ? "?small" : ""}`,
  apiPhotoImage: (id: number, photo: number) => `/api/trip-tickets/${id}/photos/${photo}/image`,
  export: (query = "") => (query ? `/trip-tickets/export?${query}` : "/trip-tickets/export"),
  exportFile: (query: string, kind: string, columns: string) =>
    `/trip-tickets/export/file?${new URLSearchParams({ kind, columns, query })}`,
  exportTemplate: (type: string) => `/trip-tickets/export/templates/${type}`,
  exportTemplateReset: (type: string) => `/trip-tickets/export/templates/${type}/reset`,
  exportRun: (id: number) => `/trip-tickets/exports/${id}`,
  exportRunFile: (id: number) => `/trip-tickets/exports/${id}/file`,
  reconcile: "/trip-tickets/reconcile",
  statement: (id: number) => `/trip-tickets/reconcile/${id}`,
  statementColumns: (id: number) => `/trip-tickets/reconcile/${id}/columns`,
  statementAcceptance: (id: number) => `/trip-tickets/reconcile/${id}/acceptance`,
  jobChecks: (id: number) => `/jobs/${id}/checks`,
  sheetBooks: (id: number) => `/jobs/${id}/sheets`,
  sheetBook: (id: number, book: number) => `/jobs/${id}/sheets/${book}`,
  sheetBookPrint: (id: number, book: number) => `/jobs/${id}/sheets/${book}/print`,
  sheetVoiding: (id: number) => `/sheets/${id}/voiding`,
  newTicketOfSheet: (job: number, sheet: number, sig: string) =>
    `/trip-tickets/new?${new URLSearchParams({ job_id: String(job), sheet: String(sheet), ...(sig ? { sig } : {}) })}`,
  verification: (id: number, sig: string) => `/verify/trip-tickets/${id}?sig=${encodeURIComponent(sig)}`,
  jobs: "/jobs",
  job: (id: number) => `/jobs/${id}`,
  certifications: "/company/certifications",
  newCertification: "/company/certifications/new",
  certification: (id: number) => `/company/certifications/${id}`,
  certificationRemoval: (id: number) => `/company/certifications/${id}/removal`,
  newCertificationGroup: "/company/certifications/groups/new",
  certificationGroup: (id: number) => `/company/certifications/groups/${id}`,
  certificationGroupEnding: (id: number) => `/company/certifications/groups/${id}/ending`,
  newCertificationRequest: (group?: number) =>
    `/company/certifications/requests/new${group ? `?certification_group_id=${group}` : ""}`,
  certificationRequest: (id: number) => `/company/certifications/requests/${id}`,
  certificationAnswer: (id: number, answer: "acceptance" | "rejection") =>
    `/company/certifications/requests/${id}/${answer}`,
} as const;
