import type { About, ApiCalls, KnownCall } from "~/web/rest-call";
import { tableOf } from "./table";

/** What each noun's folder says; a new one is in it by itself. */
const NOUNS = import.meta.glob<{ about: About; calls: ApiCalls }>("../features/*/api.server.ts", {
  eager: true,
});

/** All calls of the API by their address. It is served, described and tested from here; each call is said in its noun's folder. */
export const CALLS = tableOf<KnownCall>(
  Object.values(NOUNS).flatMap(({ about, calls }) =>
    Object.entries(calls).map(([address, call]) => [address, { ...call, about }] as const),
  ),
);
