import type { ApiCalls, ApiSection, RegisteredCall } from "~/web/rest-call";
import { createCallTable } from "./table";

/** API calls from every feature folder; new folders are included automatically. */
const NOUNS = import.meta.glob<{ about: ApiSection; calls: ApiCalls }>("../modules/**/api.server.ts", {
  eager: true,
});

/** API calls by address, used to serve, document and test the API. Each feature's folder defines its calls. */
export const API_CALLS = createCallTable<RegisteredCall>(
  Object.values(NOUNS).flatMap(({ about, calls }) =>
    Object.entries(calls).map(([address, call]) => [address, { ...call, about }] as const),
  ),
);
