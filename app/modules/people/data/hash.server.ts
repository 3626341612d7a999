import { hash } from "@node-rs/argon2";

/** Cost of argon2id: 19 MiB and two passes (OWASP's minimum). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string, salt?: Uint8Array) => hash(password, { ...COST, salt });
