import { data } from "@remix-run/node";
import { Refusal } from "./refusal";
import { unavailableOf } from "./unavailable.server";

/** A refusal as a thrown response for the nearest error page; anything else as it was. */
export function asPage(thrown: unknown): unknown {
  const error = unavailableOf(thrown);
  if (!(error instanceof Refusal)) return error;
  const status = error.kind === "invalid" ? 404 : error.status;
  return data({ message: error.message }, { status, headers: retryHeader(error) });
}

/** When to come back, where a refusal knows it. */
export const retryHeader = (refusal: Refusal): HeadersInit =>
  refusal.facts.retryAfter ? { "Retry-After": String(refusal.facts.retryAfter) } : {};
