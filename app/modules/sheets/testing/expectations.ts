import type { Expectations } from "../../../../e2e/support/expectations";
import { NO_SUCH, THEIRS } from "../../../../e2e/support/rows";

/** Test expectations for sheets. */
export const expectations: Expectations = {
  answers: {
    "/sheets/:sheetId": NO_SUCH,
    "/sheets/:sheetId/voiding": NO_SUCH,
    "/jobs/:jobId/sheets": THEIRS,
    "/jobs/:jobId/sheets/:bookId": NO_SUCH,
    "/jobs/:jobId/sheets/:bookId/print": NO_SUCH,
  },
  params: {
    bookId: "987654",
    sheetId: "987654",
  },
  pages: {
    manager: ["/jobs/1/sheets"],
  },
  alike: {
    manager: ["{book}", "{book}/print", "{voided}", "{sheet}/voiding"],
  },
  forms: {
    manager: ["/jobs/1/sheets"],
  },
  shots: [
    { name: "sheets", as: "manager", path: "/jobs/{job}/sheets" },
    { name: "book", as: "manager", path: "/jobs/{job}/sheets/{book}/print", print: true },
  ],
};
