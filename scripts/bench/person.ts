/** User for the measurements; created with the set. */
export const PERSON = { email: "measures@example.test", password: "timber-bench-2026" };
