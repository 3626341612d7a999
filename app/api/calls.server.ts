import type { ApiCalls, ApiSection, RegisteredCall } from "~/web/rest-call";
import { createCallTable } from "./table";

/** Calls of each noun's folder; new ones are included automatically. */
const NOUNS = import.meta.glob<{ about: ApiSection; calls: ApiCalls }>("../modules/**/api.server.ts", {
  eager: true,
});

/** All calls of the API by address, to serve, document and test it; each call is defined in its noun's folder. */
export const API_CALLS = createCallTable<RegisteredCall>(
  Object.values(NOUNS).flatMap(({ about, calls }) =>
    Object.entries(calls).map(([address, call]) => [address, { ...call, about }] as const),
  ),
);
