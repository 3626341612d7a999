/*
 * The server opens the database, handles requests by Express in the order of the `server.use` calls below (log, health,
 * files, headers, guards, limits, caches, then the app), and stops gracefully. `--dev` runs Vite inside the server
 * instead of using the build. Each other file in this folder is one of these parts.
 */

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import { type AppLoadContext, createRequestHandler as answerInside, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Request, type RequestHandler, type Response } from "express";
import type { Program } from "../app/server-entry.server";
import { getNetwork } from "./address";
import { conditionalGet } from "./conditional-get";
import { BODY_LIMITS, limitBodyTime, limitConnections } from "./connections";
import { limitCostlyRequests } from "./costly";
import { handleLastError } from "./errors";
import { securityHeaders } from "./headers";
import { answerAlive, answerReady } from "./health";
import { createStyleInliner } from "./inline-css";
import { readYourWrites } from "./read-your-writes";
import {
  discardUnreadBody,
  limitBodySize,
  limitMethods,
  refuseCrossSite,
  setForwarding,
} from "./request-guards";
import { logRequests, redirectLegacyIds } from "./requests";
import { createBranchHandler } from "./route-matcher";
import { serveSecurityText } from "./security-text";
import { HASHED_FOLDERS, serveStaticFiles } from "./static-files";
import { createGracefulStop } from "./stopping";
import { webhookRoutes } from "./webhooks";

const development = process.argv.includes("--dev");
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const vite = development ? await import("./development").then((dev) => dev.startVite()) : undefined;
const loadBuild = () =>
  (vite
    ? vite.ssrLoadModule("virtual:remix/server-build")
    : import(here("../build/server/index.js"))) as Promise<ServerBuild>;
const build = await loadBuild();
// The app's build contains the whole program; this server only receives requests for it (app/server-entry.server.ts).
const {
  env,
  log,
  open,
  startBackgroundWork,
  pageRoutes,
  getMaxUploadBytes,
  getLogIdentity,
  privateCacheHeaders,
  webhooks,
  listPaymentHosts,
  isCostly,
  enterCostlyLine,
} = (build.entry.module as ServerBuild["entry"]["module"] & { program: Program }).program;
const { HOST, PORT, PUBLIC_URL, NODE_ENV, TRUST_PROXY, SECURITY_CONTACT, MAPBOX_TOKEN, IMAGERY } =
  readSettings();

/** Return the settings, or print the names of invalid settings and end the process. */
function readSettings() {
  try {
    return env();
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
const secure = PUBLIC_URL.startsWith("https:");
const { db } = await open();

const server = express();
server.disable("x-powered-by");
server.set("trust proxy", TRUST_PROXY ? 1 : false);
// Pages parse the query string from their own request, so Express's parser isn't needed.
server.set("query parser", false);
server.use(logRequests(log));
server.get("/healthz", answerAlive);
server.get(
  "/readyz",
  answerReady(() => db.ready()),
);
server.use(setForwarding(TRUST_PROXY));
if (!vite) server.use(serveStaticFiles(here("../build/client")));
server.use(
  securityHeaders({
    https: secure,
    development,
    mapbox: Boolean(MAPBOX_TOKEN),
    usgs: IMAGERY === "usgs",
    paying: listPaymentHosts(),
  }),
);
server.get("/.well-known/security.txt", serveSecurityText(PUBLIC_URL, SECURITY_CONTACT));
server.use(redirectLegacyIds, refuseCrossSite(PUBLIC_URL));
server.use(limitBodySize(getMaxUploadBytes), limitBodyTime(BODY_LIMITS), discardUnreadBody);
for (const [address, take] of Object.entries(webhooks)) server.all(address, webhookRoutes(take));
server.use(limitMethods);
if (vite) server.use(vite.middlewares);
else {
  const missing: RequestHandler = (_req, res) => void res.status(404).type("text").send("No such file.");
  for (const named of HASHED_FOLDERS) server.use(named, missing);
  server.use(compression());
}
server.use(limitCostlyRequests({ isCostly, enter: enterCostlyLine, visitor: getLogIdentity }));
server.use(readYourWrites(db.freshness, secure));
if (!vite)
  server.use(
    conditionalGet({
      version: () => db.version(),
      visitor: getLogIdentity,
      headers: privateCacheHeaders,
      secure,
    }),
  );
const stylesFor = vite
  ? undefined
  : createStyleInliner({ client: here("../build/client"), build, secure: secure });
const inside = answerInside(vite ? loadBuild : build, NODE_ENV);
const answering = {
  mode: NODE_ENV,
  getLoadContext: (req: Request, res: Response) => ({
    cspNonce: String(res.locals.cspNonce),
    requestId: String(res.locals.requestId),
    address: getNetwork(req.ip),
    isPost: req.method === "POST",
    noteActor: (key: string) => {
      res.locals.actor = key;
    },
    updating: res.locals.updating === true,
    revisit: res.locals.revisit,
    styles: stylesFor?.(req, res),
    forWriter: (request: globalThis.Request, writer: AppLoadContext["writer"]) => {
      const [requestId, address] = [String(res.locals.requestId), getNetwork(req.ip)];
      const isPost = request.method === "POST";
      return inside(request, { cspNonce: "", requestId, address, isPost, updating: false, writer });
    },
  }),
};
server.all(
  "*",
  vite
    ? createRequestHandler({ build: loadBuild, ...answering })
    : createBranchHandler({ build, ...answering }, pageRoutes),
);

server.use(handleLastError(log));

// Interval in milliseconds at which Node checks for late request headers.
const http = createServer({ connectionsCheckingInterval: 5_000 }, server);
limitConnections(http, { total: 2_000, each: TRUST_PROXY ? null : 200, head: 15_000 });
const finishRequests = createGracefulStop(http);
// Maximum milliseconds for the largest request body; `limitBodyTime` cuts off smaller bodies much earlier.
http.requestTimeout = 20 * 60_000;
http.on("error", (error: NodeJS.ErrnoException) => {
  const taken = error.code === "EADDRINUSE";
  log.fatal(
    taken ? { host: HOST, port: PORT } : { err: error },
    taken ? "the port is taken" : "not listening",
  );
  process.exit(1);
});
http.listen(PORT, HOST, () => log.info({ host: HOST, port: PORT, url: PUBLIC_URL }, "listening"));

const stopBackgroundWork = startBackgroundWork();

let stopping = false;
async function stop(signal: string) {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, "stopping");
  const quiet = stopBackgroundWork();
  if (!(await finishRequests(10_000))) log.warn("answers under way were cut off");
  await quiet;
  await vite?.close();
  await db.close();
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// An unhandled rejection affects only one task, so the process continues.
process.on("unhandledRejection", (reason) => log.error({ err: reason }, "unhandled rejection"));
// After an uncaught exception the process's state is unreliable, so the process finishes the requests in progress and
// ends.
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "uncaught exception");
  if (stopping) return;
  stopping = true;
  void finishRequests(5_000).finally(() => process.exit(1));
});
