import { randomUUID } from "node:crypto";

/** The id of a form that has not been sent yet: made with its page, spent by being carried out once. */
export const newSubmissionId = (): string => randomUUID();
