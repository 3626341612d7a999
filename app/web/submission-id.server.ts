import { randomUUID } from "node:crypto";

/** Return an id for a form that has not been sent yet. It is created with the page and can be carried out once. */
export const createSubmissionId = (): string => randomUUID();
