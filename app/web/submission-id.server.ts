import { randomUUID } from "node:crypto";

/** Return an id for a form that has not been sent yet. The id is created with the page and can be used once. */
export const createSubmissionId = (): string => randomUUID();
