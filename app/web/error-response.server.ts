import { data } from "@remix-run/node";
import { AppError } from "./refusal";
import { toUnavailable } from "./unavailable.server";

/** Convert a refusal to a response that is thrown to the nearest error page; return anything else unchanged. */
export function toErrorResponse(thrown: unknown): unknown {
  const error = toUnavailable(thrown);
  if (!(error instanceof AppError)) return error;
  const status = error.kind === "invalid" ? 404 : error.status;
  return data({ message: error.message }, { status, headers: getRetryHeader(error) });
}

/** Return the `Retry-After` header if a refusal has a retry time. */
export const getRetryHeader = (refusal: AppError): HeadersInit =>
  refusal.facts.retryAfter ? { "Retry-After": String(refusal.facts.retryAfter) } : {};
