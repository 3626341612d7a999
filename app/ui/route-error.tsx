import { isRouteErrorResponse } from "@remix-run/react";
import { useContext } from "react";
import { toRecord } from "~/lib/object/records";
import { RequestIdContext } from "~/web/request-id";
import { ButtonLink, PageHead } from "./parts";

/**
 * Id of a failed request, for the site's operator, with a support link that contains it. The browser also reports the
 * page.
 */
export function ErrorId() {
  const id = useContext(RequestIdContext);
  return id ? (
    <p className="soft small" suppressHydrationWarning>
      <a href={`/support?request=${id}`}>Ask for help</a>. If you call, say this number: <code>{id}</code>
    </p>
  ) : null;
}

/** Message about a page's error, inside the page frame, with a link to continue. */
export function RouteErrorMessage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { message } = isRouteErrorResponse(error) ? toRecord(error.data) : {};
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
      {status >= 500 ? <ErrorId /> : null}
      <div className="row">
        <ButtonLink href="/" tone="primary">
          Go to dashboard
        </ButtonLink>
      </div>
    </>
  );
}
