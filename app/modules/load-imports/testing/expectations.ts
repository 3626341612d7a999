import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY, GET_NOT_ALLOWED, NOT_FOUND_FOR_ALL } from "../../../../e2e/support/rows";

/** Test expectations for imports of loads. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/imports": ANY_COMPANY,
    "/trip-tickets/imports/:importId": NOT_FOUND_FOR_ALL,
    "/trip-tickets/imports/:importId/columns": NOT_FOUND_FOR_ALL,
    "/trip-tickets/imports/:importId/removal": NOT_FOUND_FOR_ALL,
    "/trip-tickets/imports/:importId/rows": { else: 302 },
    "/trip-tickets/imports/:importId/rows/:line": NOT_FOUND_FOR_ALL,
    "/trip-tickets/imports/:importId/saving": { else: 302 },
    "/trip-tickets/imports/:importId/words": { else: 302 },
    "/api/trip-tickets/imports": GET_NOT_ALLOWED,
    "/api/trip-tickets/imports/:import_id": { nobody: 401, else: 404 },
    "/api/trip-tickets/imports/:import_id/rows": GET_NOT_ALLOWED,
    "/api/trip-tickets/imports/:import_id/rows/:line": GET_NOT_ALLOWED,
    "/api/trip-tickets/imports/:import_id/saving": GET_NOT_ALLOWED,
    "/api/trip-tickets/imports/:import_id/undoing": GET_NOT_ALLOWED,
    "/api/trip-tickets/imports/:import_id/words": GET_NOT_ALLOWED,
  },
  params: {
    importId: "987654",
    import_id: "987654",
    line: "1",
  },
  bodies: {
    addImport: { job_id: 987_654, text: "Date,Net\n11/16/2026,54800" },
    mapImport: { day: "Date", net: "Net" },
    deleteImport: {},
    explainImportWords: { words: [{ field: "hauler", word: "Popple", job_id: 1, value: "3" }] },
    settleImportRows: { lines: [1], as: "sure" },
    mendImportRow: { gross: "80,000" },
    saveImport: {},
    undoImport: {},
  },
  good: {
    addImport: { job_id: 1, text: "Date,Net\n11/16/2026,54800" },
    mapImport: { day: "Date", net: "Net" },
    explainImportWords: { words: [{ field: "hauler", word: "Popple", job_id: 1, value: "3" }] },
    settleImportRows: { lines: [1], as: "sure" },
    mendImportRow: { gross: "80,000" },
    deleteImport: {},
    saveImport: {},
    undoImport: {},
  },
  pages: {
    manager: ["/trip-tickets/imports"],
  },
  alike: {
    manager: ["{import}", "{import}/columns", "{import}/removal", "{import}/rows/1"],
  },
  forms: {
    manager: ["/trip-tickets/imports"],
  },
  shots: [{ name: "imports", as: "manager", path: "/trip-tickets/imports" }],
};
