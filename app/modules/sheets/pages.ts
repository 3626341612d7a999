import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/sheets": {
    page: "sheets.tsx",
    section: { tab: "Papers", label: "Blank sheets", place: 130, door: "loads" },
  },
  "/jobs/:jobId/sheets/:bookId": { page: "book.tsx" },
  "/jobs/:jobId/sheets/:bookId/print": { page: "book-print.tsx", bare: true },
  "/sheets": { listed: "/jobs" },
  "/sheets/:sheetId": { page: "sheet.tsx", frame: true },
  "/sheets/:sheetId/voiding": { page: "sheet-voiding.tsx" },
} satisfies Pages;
