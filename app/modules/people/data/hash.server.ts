import { hash } from "@node-rs/argon2";

/** argon2id: 19 MiB, two passes (OWASP's minimum). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string, salt?: Uint8Array) => hash(password, { ...COST, salt });
