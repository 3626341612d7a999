import { isRouteErrorResponse } from "@remix-run/react";
import { ownFields } from "~/domain/records/records";
import { ButtonLink, PageHead } from "./parts";

/** What went wrong with a page inside the frame, in words, with a way on. */
export function RouteErrorWords({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { message } = isRouteErrorResponse(error) ? ownFields(error.data) : {};
  return (
    <>
      <PageHead
        title={status === 404 ? "Not found" : status === 403 ? "No access" : "This didn't work"}
        lede={
          typeof message === "string"
            ? message
            : status === 500
              ? "Nothing you saved is lost. Reload the page."
              : "This page doesn't exist, or you don't have access to it."
        }
      />
      <div className="row">
        <ButtonLink href="/" tone="primary">
          Go to dashboard
        </ButtonLink>
      </div>
    </>
  );
}
