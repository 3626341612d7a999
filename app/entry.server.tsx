import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { masked } from "~/domain/text/masked";
import { compressDocument } from "./web/compress.server";
import type { ForWriter } from "./web/context.server";
import { carryStyles, type FirstStyles } from "./web/first-styles";
import { HydratedContext } from "./web/hydrated";
import { log } from "./web/log.server";
import { NonceContext } from "./web/nonce";
import { isHydrated, pageRoutes } from "./web/page-routes";
import { pageTag } from "./web/page-tag.server";
import { isReplay, replayAnswer } from "./web/replay";
import { RequestIdContext } from "./web/request-id";
import { KEPT_HEADERS, type Revisit, VARIES } from "./web/revisit";
import { isOfSeenLists } from "./web/seen-list.server";

/** What the server that listens asks of this build. */
export { program } from "./program.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    cspNonce: string;
    requestId: string;
    /** The caller's network address, for rate limits. */
    address: string;
    /** The request is a post. A loader can't tell: Remix gives it a GET after the action has answered. */
    isPost?: boolean;
    /** Tells the log of requests who acts; a key like u7c3, no name. */
    noteActor?: (key: string) => void;
    /** What this session wrote last has not arrived at this server yet. */
    updating: boolean;
    /** Where the browser may hold this page already (server/revisits.ts). */
    revisit?: Revisit;
    /** Where the browser has no styles of this build yet (server/first-styles.ts). */
    styles?: FirstStyles;
    /** A form that those who run the site send for its writer: never set from outside. */
    writer?: ForWriter;
    /** Answers a request for that writer as the server answers one from outside, with the same pages and rights. */
    forWriter?: (request: Request, writer: ForWriter) => Promise<Response>;
  }
}

/**
 * Renders a document in one go: nothing in this app suspends, and streaming costs more than it gives
 * (measured: two to three times). The hydration stream is read to its end and put before </body>.
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
    return replayAnswer(remixContext.staticHandlerContext, status, headers);
  }
  // Who asks for the head alone is told what the page would answer, without the page being made.
  if (request.method === "HEAD") {
    await handoff?.cancel();
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
    headers.append("Vary", VARIES);
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
  const whole = styles && !hydrated ? carryStyles(markup, styles, nonce) : beforeEnd(markup, scripts);
  const page = Buffer.from(`<!DOCTYPE html>${whole}`);

  headers.append("Vary", VARIES);
  const { revisit } = loadContext;
  if (revisit && mayBeKept(revisit, status, headers)) {
    for (const [name, value] of Object.entries(KEPT_HEADERS)) headers.set(name, value);
    const tag = pageTag(page, nonce);
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

/** Whether a browser may keep the page: it says something to somebody who is signed in, and sets nothing but what lists remember. */
const mayBeKept = (revisit: Revisit, status: number, headers: Headers) =>
  revisit.isSignedIn() &&
  status === 200 &&
  !headers.has("Cache-Control") &&
  headers.getSetCookie().every(isOfSeenLists);

/** Rendering matches all routes again and again; of those that this page has nothing to do with it need not know. */
function withPageRoutes(context: EntryContext, matched: readonly string[]): EntryContext {
  const { manifest } = context;
  // In place: the renderer leaves its notes in the context itself.
  context.manifest = { ...manifest, routes: pageRoutes(manifest.routes, matched) };
  return context;
}

/** Remix leaves the headers of what a route answers or throws to each route; this one is wanted from all. */
function retryAfterOf({ staticHandlerContext: { actionHeaders, loaderHeaders } }: EntryContext) {
  return [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]
    .map((headers) => headers?.get("Retry-After"))
    .find(Boolean);
}

const END = "</body></html>";

/** Cut by position: a replacement string would read `$&` and `$'` in what people typed as patterns. */
function beforeEnd(markup: string, scripts: string): string {
  if (!scripts) return markup;
  if (!markup.endsWith(END)) throw new Error("A document with scripts ends in </body></html>.");
  return markup.slice(0, -END.length) + scripts + END;
}

/** What Remix's own stream would have written, in the same form. */
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

/** Data of client navigations is as private as its document. */
export function handleDataRequest(response: Response) {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  return response;
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // What Remix refuses by itself (no such route, no action there) is the caller's affair.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error(
    { err: error, requestId: context.requestId, path: masked(new URL(request.url).pathname) },
    "request failed",
  );
}
