import type { Expectations } from "../../../../e2e/support/expectations";
import { JOB_PARTICIPANTS, NOT_FOUND_FOR_ALL } from "../../../../e2e/support/rows";

/** Test expectations for sheets. */
export const expectations: Expectations = {
  answers: {
    "/sheets/:sheetId": NOT_FOUND_FOR_ALL,
    "/sheets/:sheetId/voiding": NOT_FOUND_FOR_ALL,
    "/jobs/:jobId/sheets": JOB_PARTICIPANTS,
    "/jobs/:jobId/sheets/:bookId": NOT_FOUND_FOR_ALL,
    "/jobs/:jobId/sheets/:bookId/print": NOT_FOUND_FOR_ALL,
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
