/** Every table, as drizzle and its migrations see them. */
export * from "./schema/api-keys";
export * from "./schema/certifications";
export * from "./schema/companies";
export * from "./schema/jobs";
export * from "./schema/people";
export * from "./schema/places";
export * from "./schema/reference";
export * from "./schema/trip-tickets";
