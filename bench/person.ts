/** Who signs in to be measured; made with the set. */
export const PERSON = { email: "measures@example.test", password: "timber-bench-2026" };
