import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { redactUrlSecrets } from "~/lib/text/masked";
import { compressDocument } from "./web/compress.server";
import type { FormWriter } from "./web/context.server";
import { type InlineStylesSource, inlineStyles } from "./web/first-styles";
import { HydratedContext } from "./web/hydrated";
import { isListCookie } from "./web/last-list.server";
import { log } from "./web/log.server";
import { NonceContext } from "./web/nonce";
import { isReplay, toReplayResponse } from "./web/offline-replay";
import { isHydrated, pickPageRoutes } from "./web/page-routes";
import { computePageTag } from "./web/page-tag.server";
import { RequestIdContext } from "./web/request-id";
import { type BrowserCacheState, PRIVATE_CACHE_HEADERS, VARY_HEADER } from "./web/revisit";

/** Exports of this build that the server uses. */
export { program } from "./server-entry.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    cspNonce: string;
    requestId: string;
    /** The caller's network address, for rate limits. */
    address: string;
    /** True if the request is a POST. A loader can't detect this: Remix passes it a GET after the action has run. */
    isPost?: boolean;
    /** Report the acting user to the request log, by a key like u7c3 that contains no name. */
    noteActor?: (key: string) => void;
    /** True if the latest write of this session hasn't arrived at this server yet. */
    updating: boolean;
    /** Set if the browser may already have this page cached (server/conditional-get.ts). */
    revisit?: BrowserCacheState;
    /** Set if the browser doesn't have this build's styles yet (server/inline-css.ts). */
    styles?: InlineStylesSource;
    /** Set if the site's operators send a form on behalf of the user who wrote it; never set by a request from outside. */
    writer?: FormWriter;
    /** Handle a request on behalf of that user like a request from outside, with the same pages and rights. */
    forWriter?: (request: Request, writer: FormWriter) => Promise<Response>;
  }
}

/**
 * Render a document in one go: nothing in this app suspends, and streaming costs more than it saves (measured: two to
 * three times). The hydration stream is read to its end and inserted before </body>.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
) {
  const nonce = loadContext.cspNonce;
  const handoff = remixContext.serverHandoffStream;
  remixContext.serverHandoffStream = undefined;
  if (isReplay(request)) {
    await handoff?.cancel();
    return toReplayResponse(remixContext.staticHandlerContext, status, headers);
  }
  // A HEAD request gets the page's headers without rendering the page.
  if (request.method === "HEAD") {
    await handoff?.cancel();
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
    headers.append("Vary", VARY_HEADER);
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(null, { status, headers });
  }
  const matched = remixContext.staticHandlerContext.matches.map(({ route }) => route.id);
  const markup = renderToString(
    <NonceContext.Provider value={nonce}>
      <RequestIdContext.Provider value={loadContext.requestId}>
        <HydratedContext.Provider value={isHydrated(matched)}>
          <RemixServer context={withPageRoutes(remixContext, matched)} url={request.url} nonce={nonce} />
        </HydratedContext.Provider>
      </RequestIdContext.Provider>
    </NonceContext.Provider>,
  );
  const hydrated = remixContext.renderMeta?.didRenderScripts && handoff;
  const scripts = hydrated ? await handoffScripts(handoff, nonce) : "";
  if (handoff && !hydrated) await handoff.cancel();
  const { styles } = loadContext;
  const whole = styles && !hydrated ? inlineStyles(markup, styles, nonce) : beforeEnd(markup, scripts);
  const page = Buffer.from(`<!DOCTYPE html>${whole}`);

  headers.append("Vary", VARY_HEADER);
  const { revisit } = loadContext;
  if (revisit && mayBeKept(revisit, status, headers)) {
    for (const [name, value] of Object.entries(PRIVATE_CACHE_HEADERS)) headers.set(name, value);
    const tag = computePageTag(page, nonce);
    if (tag) {
      headers.set("ETag", tag);
      revisit.shown(tag, headers.getSetCookie());
      if (revisit.holds === tag) return new Response(null, { status: 304, headers });
    }
  }
  const { body, encoding } = await compressDocument(page, request.headers.get("Accept-Encoding"));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.byteLength));
  if (encoding) headers.set("Content-Encoding", encoding);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  const retryAfter = retryAfterOf(remixContext);
  if (retryAfter && (status === 429 || status === 503)) headers.set("Retry-After", retryAfter);
  return new Response(new Uint8Array(body), { status, headers });
}

/**
 * Check whether a browser may cache the page: the reader is signed in, and the response sets no cookies except those of
 * remembered lists.
 */
const mayBeKept = (revisit: BrowserCacheState, status: number, headers: Headers) =>
  revisit.isSignedIn() &&
  status === 200 &&
  !headers.has("Cache-Control") &&
  headers.getSetCookie().every(isListCookie);

/** Rendering matches all routes repeatedly, so leave out those that this page doesn't need. */
function withPageRoutes(context: EntryContext, matched: readonly string[]): EntryContext {
  const { manifest } = context;
  // Change the context in place, because the renderer stores data in the same object.
  context.manifest = { ...manifest, routes: pickPageRoutes(manifest.routes, matched) };
  return context;
}

/**
 * Return the Retry-After header of any route. Remix leaves response headers to each route, but this one must always be
 * sent.
 */
function retryAfterOf({ staticHandlerContext: { actionHeaders, loaderHeaders } }: EntryContext) {
  return [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]
    .map((headers) => headers?.get("Retry-After"))
    .find(Boolean);
}

const END = "</body></html>";

/**
 * Insert the scripts before the end of the body. Split by position, because a replacement string would treat `$&` and
 * `$'` in user text as patterns.
 */
function beforeEnd(markup: string, scripts: string): string {
  if (!scripts) return markup;
  if (!markup.endsWith(END)) throw new Error("A document with scripts ends in </body></html>.");
  return markup.slice(0, -END.length) + scripts + END;
}

/** Write the scripts that Remix's own stream would have written, in the same format. */
async function handoffScripts(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (value) text += decoder.decode(value, { stream: true });
    if (done) break;
  }
  const json = JSON.stringify(text).replace(
    /[&><\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<script nonce="${nonce}">window.__remixContext.streamController.enqueue(${json});window.__remixContext.streamController.close();</script>`;
}

/** Data of client navigations is as private as the document itself. */
export function handleDataRequest(response: Response) {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  return response;
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // Errors that Remix raises itself (no such route, no action there) are the caller's fault and aren't logged.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error(
    { err: error, requestId: context.requestId, path: redactUrlSecrets(new URL(request.url).pathname) },
    "request failed",
  );
}
