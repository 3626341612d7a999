import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { buildErrorPage } from "~/lib/http/refusal-page";
import { toRecord } from "~/lib/object/records";
import { encodeForHeader } from "./context.server";

const TITLES: Record<number, string> = { 403: "No access", 404: "Not found" };

type Options = {
  /** Return the URL of a page that explains the requirements to a user who may not have the file. */
  forbidden?: (request: Request) => string;
};

/**
 * Return the loader of a route that responds with a file or picture. Such a route has no error page, and Remix would
 * show a refusal as JSON. This loader responds with a small page with the refusal's message, or redirects to another
 * page that has the message.
 */
export const createFileLoader =
  (load: (args: LoaderFunctionArgs) => Promise<Response>, { forbidden }: Options = {}) =>
  async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await load(args);
    } catch (thrown) {
      const { type, data, init } = toRecord(thrown);
      const { status, headers } = toRecord(init);
      if (type !== "DataWithResponseInit" || typeof status !== "number") throw thrown;
      if (status === 403 && forbidden) return redirect(encodeForHeader(forbidden(args.request)));
      const { message } = toRecord(data);
      const words = typeof message === "string" ? message : "We couldn't open this file.";
      const later = toRecord(headers)["Retry-After"];
      return new Response(buildErrorPage(TITLES[status] ?? "This didn't work", words), {
        status,
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Cache-Control": "private, no-store",
          ...(later === undefined ? {} : { "Retry-After": String(later) }),
        },
      });
    }
  };
