import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { refusalPage } from "~/domain/http/refusal-page";
import { ownFields } from "~/domain/records/records";
import { inHeader } from "./context.server";

const TITLES: Record<number, string> = { 403: "No access", 404: "Not found" };

type Options = {
  /** The page that explains to somebody who may not have the bytes what is needed for them. */
  forbidden?: (request: Request) => string;
};

/**
 * The loader of a route that answers with bytes: a file, a picture. Such a route has no page for a refusal, and the
 * framework would show a person JSON. This shows a small page with the refusal's own words, or leads to one.
 */
export const bytesLoader =
  (load: (args: LoaderFunctionArgs) => Promise<Response>, { forbidden }: Options = {}) =>
  async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await load(args);
    } catch (thrown) {
      const { type, data, init } = ownFields(thrown);
      const { status, headers } = ownFields(init);
      if (type !== "DataWithResponseInit" || typeof status !== "number") throw thrown;
      if (status === 403 && forbidden) return redirect(inHeader(forbidden(args.request)));
      const { message } = ownFields(data);
      const words = typeof message === "string" ? message : "We couldn't open this file.";
      const later = ownFields(headers)["Retry-After"];
      return new Response(refusalPage(TITLES[status] ?? "This didn't work", words), {
        status,
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Cache-Control": "private, no-store",
          ...(later === undefined ? {} : { "Retry-After": String(later) }),
        },
      });
    }
  };
