/** Every table, as drizzle and its migrations see them. */
export * from "./schema/api-keys";
export * from "./schema/certifications";
export * from "./schema/companies";
export * from "./schema/exports";
export * from "./schema/files";
export * from "./schema/job-drafts";
export * from "./schema/job-work";
export * from "./schema/jobs";
export * from "./schema/notifications";
export * from "./schema/people";
export * from "./schema/places";
export * from "./schema/plss";
export * from "./schema/reference";
export * from "./schema/statements";
export * from "./schema/ticket-lists";
export * from "./schema/trip-tickets";
export * from "./schema/work";
