import { randomUUID } from "node:crypto";

/** Return the id of a form that has not been sent yet: created with its page, used up once it is carried out. */
export const createSubmissionId = (): string => randomUUID();
