import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/scale": {
    page: "scale-house.tsx",
    menu: { label: "Scale house", place: 40, icon: "scale", changes: "trip_ticket", for: "mills" },
  },
  "/scale/receipts/:ticketId": { page: "receipt.tsx", bare: true },
  "/sheets/scan": { page: "scan-sheet.tsx" },
  "/trip-tickets": {
    page: "trip-tickets.tsx",
    menu: { label: "Trip Tickets", place: 30, icon: "tickets", reads: "trip_ticket" },
  },
  "/trip-tickets/:ticketId": { page: "ticket.tsx", frame: "frame.tsx" },
  "/trip-tickets/:ticketId/:verb": { page: "verb.tsx" },
  "/trip-tickets/:ticketId/correction": { page: "correction.tsx" },
  "/trip-tickets/:ticketId/deletion": { page: "deletion.tsx" },
  "/trip-tickets/:ticketId/edit": { page: "edit.tsx" },
  "/trip-tickets/:ticketId/edit/:box": { page: "edit-box.tsx" },
  "/trip-tickets/:ticketId/edit/certification": { page: "edit-certification.tsx" },
  "/trip-tickets/:ticketId/map": { page: "ticket-map.tsx", hydrate: true },
  "/trip-tickets/:ticketId/print": { page: "ticket-print.tsx", bare: true },
  "/trip-tickets/:ticketId/undo": { page: "undo.tsx" },
  "/trip-tickets/columns": { page: "columns.tsx" },
  "/trip-tickets/keyed": { page: "keyed.tsx", upload: getMaxFormMegabytes("photo") },
  "/trip-tickets/made": { page: "made.tsx" },
  "/trip-tickets/new": { page: "new-ticket.tsx" },
  "/trip-tickets/print": { page: "trip-tickets-print.tsx", bare: true },
  "/trip-tickets/weights": { page: "weights.tsx" },
  "/verify/trip-tickets/:ticketId": { page: "verify-ticket.tsx", bare: true },
  "/verify/sheets/:sheetId": { page: "verify-sheet.tsx", bare: true },
} satisfies Pages;
