import { isRouteErrorResponse } from "@remix-run/react";
import { ButtonLink, PageHead } from "./parts";

/** What went wrong with a page inside the frame, in words, with a way on. */
export function RouteErrorWords({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { message } = (isRouteErrorResponse(error) ? (error.data ?? {}) : {}) as { message?: string };
  return (
    <>
      <PageHead
        title={status === 404 ? "Not found" : status === 403 ? "Not permitted" : "This did not work"}
        lede={
          message ??
          (status === 500 ? undefined : "This page does not exist, or it is not yours to see.") ??
          "Nothing that was saved before is lost. Open the page again."
        }
      />
      <div className="row">
        <ButtonLink href="/" tone="primary">
          To the dashboard
        </ButtonLink>
      </div>
    </>
  );
}
