/** Email and password of the benchmark's user, who is created with the data. */
export const BENCH_SIGN_IN = { email: "measures@example.test", password: "timber-bench-2026" };
