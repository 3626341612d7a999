import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { sendError } from "./request-guards";

/**
 * Handle errors thrown before or outside the app, as the last handler. Errors caused by the caller (an address that
 * can't be decoded, an asset of an older build) get their own status; all other errors are logged, and the response is
 * a 500.
 */
export function handleLastError(log: Pick<Logger, "error">): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const status = statusOf(error);
    if (status >= 500) log.error({ err: error, requestId: res.locals.requestId }, "request failed");
    if (res.headersSent) return next(error);
    sendError(
      req,
      res,
      status,
      status === 404
        ? "This page doesn't exist."
        : status < 500
          ? "We couldn't read this address."
          : "Sorry, an error occurred. Nothing you saved is lost.",
    );
  };
}

function statusOf(error: unknown): number {
  const status = typeof error === "object" && error && "status" in error ? error.status : undefined;
  if (typeof status === "number" && status >= 400 && status < 600) return status;
  return error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL" ? 400 : 500;
}
