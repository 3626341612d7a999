import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Request, type RequestHandler, type Response } from "express";
import sirv from "sirv";
import { CannotOpen } from "#db/database";
import { checkSchema } from "#db/schema-check.server";
import { resumeRuns, resumeStalled } from "../app/features/bulk/runner.server";
import { carryOnExports, sweepExports } from "../app/features/exports/runs.server";
import { sweepStore } from "../app/features/files/settle.server";
import { deliverOutbox, restOutbox } from "../app/features/outbox/deliver.server";
import { watchOutbox } from "../app/features/outbox/watch.server";
import { app as running } from "../app/web/app.server";
import { env } from "../app/web/env.server";
import { log } from "../app/web/log.server";
import { sweep } from "../app/web/sweep.server";
import { isAway } from "../app/web/unavailable.server";
import { networkOf } from "./address";
import { branchHandler } from "./branches";
import { BODY_LIMITS, bodiesInTime, limitConnections } from "./connections";
import { lastResort } from "./errors";
import { ownWrites } from "./freshness";
import { bodySize, crossSite, dropUnread, ownForwarding, spokenHere } from "./guards";
import { securityHeaders } from "./headers";
import { namelessIds, requestLog } from "./requests";
import { securityText } from "./security-text";
import { finishRequests } from "./stopping";

const { HOST, PORT, PUBLIC_URL, NODE_ENV, TRUST_PROXY, SECURITY_CONTACT, MAPBOX_TOKEN } = env();
const development = NODE_ENV === "development" && process.argv.includes("--dev");
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const vite = development ? await import("./development").then((dev) => dev.startVite()) : undefined;
const build = vite
  ? () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>
  : ((await import(here("../build/server/index.js"))) as ServerBuild);

const { db } = await running()
  .then(async (app) => {
    await checkSchema(app.db.read).catch((error: unknown) => {
      // A server elsewhere may come later than this one; /readyz says when.
      if (!isAway(error)) throw error;
      log.warn("the database does not answer yet, so its schema has not been checked");
    });
    return app;
  })
  .catch((error: unknown) => {
    if (error instanceof CannotOpen) log.fatal(error.message);
    else log.fatal({ err: error }, "the database cannot be opened");
    process.exit(1);
  });

const server = express();
server.disable("x-powered-by");
server.set("trust proxy", TRUST_PROXY ? 1 : false);
server.use(requestLog(log));
server.get("/healthz", (_req, res) => void res.type("text").send("ok"));
server.get("/readyz", async (_req, res) => {
  const answered = db.ready();
  const late = new Promise((_, reject) => setTimeout(reject, 2_000, new Error("late")).unref());
  const ready = await Promise.race([answered, late]).then(
    () => true,
    () => false,
  );
  res
    .status(ready ? 200 : 503)
    .type("text")
    .send(ready ? "ready" : "the database does not answer");
});
server.use(ownForwarding(TRUST_PROXY));
server.use(
  securityHeaders({ https: PUBLIC_URL.startsWith("https:"), development, mapbox: Boolean(MAPBOX_TOKEN) }),
);
server.get("/.well-known/security.txt", securityText(PUBLIC_URL, SECURITY_CONTACT));
server.use(namelessIds, crossSite(PUBLIC_URL));
server.use(bodySize, bodiesInTime(BODY_LIMITS), dropUnread, spokenHere);
if (vite) server.use(vite.middlewares);
else {
  const missing: RequestHandler = (_req, res) => void res.status(404).type("text").send("No such file.");
  const compressed = { brotli: true, gzip: true };
  server.use(
    "/assets",
    sirv(here("../build/client/assets"), { ...compressed, immutable: true, maxAge: 31_536_000 }),
    missing,
  );
  server.use(sirv(here("../build/client"), { ...compressed, maxAge: 3_600 }));
  server.use(compression());
}
server.use(ownWrites(db.freshness, PUBLIC_URL.startsWith("https:")));
const answering = {
  mode: NODE_ENV,
  getLoadContext: (req: Request, res: Response) => ({
    cspNonce: String(res.locals.cspNonce),
    requestId: String(res.locals.requestId),
    address: networkOf(req.ip),
    noteActor: (key: string) => {
      res.locals.actor = key;
    },
    updating: res.locals.updating === true,
  }),
};
server.all(
  "*",
  typeof build === "function"
    ? createRequestHandler({ build, ...answering })
    : branchHandler({ build, ...answering }),
);

server.use(lastResort(log));

// Node looks only so often whether a head has come in time.
const http = createServer({ connectionsCheckingInterval: 5_000 }, server);
limitConnections(http, { total: 2_000, each: TRUST_PROXY ? null : 200, head: 15_000 });
// The longest that the largest body may take; `bodiesInTime` cuts off smaller ones long before.
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

const notSwept = (error: unknown) => log.warn({ err: error }, "not swept");
async function sweepAll() {
  const app = await running();
  await sweep(app.db, app.now());
  await sweepStore(app);
}
const sweeping = setInterval(() => sweepAll().catch(notSwept), 3_600_000).unref();
// What was half received when the process before this one ended goes at the start.
running().then(sweepStore).catch(notSwept);

// What a process that ended had begun on many tickets goes on.
running()
  .then(({ db }) => resumeRuns(db))
  .catch((error: unknown) => log.warn({ err: error }, "unfinished acts on many tickets were not looked for"));
/** Runs that broke off, here or on a server that ended, are taken up again, and files that were kept long enough go. */
async function tendRuns() {
  const app = await running();
  await resumeStalled(app.db);
  await carryOnExports(app, { fresh: false });
  await sweepExports(app);
}
const tending = setInterval(
  () => tendRuns().catch((error: unknown) => log.warn({ err: error }, "runs not tended")),
  60_000,
).unref();

/** Mail and texts that are due leave, whoever caused them; what waits too long is said in the log. */
async function tendOutbox() {
  await deliverOutbox();
  await watchOutbox(await running());
}
const delivering = setInterval(
  () => tendOutbox().catch((error: unknown) => log.warn({ err: error }, "outbox not tended")),
  60_000,
).unref();
void deliverOutbox();

let stopping = false;
async function stop(signal: string) {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, "stopping");
  clearInterval(sweeping);
  clearInterval(tending);
  clearInterval(delivering);
  if (!(await finishRequests(http, 10_000))) log.warn("answers under way were cut off");
  await restOutbox(10_000);
  await vite?.close();
  await db.close();
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// A promise that nobody waited for is a slip of one piece of work, and no reason to end everybody else's.
process.on("unhandledRejection", (reason) => log.error({ err: reason }, "unhandled rejection"));
// After an exception that nobody caught nothing is sure: the answers under way are given, and the process ends.
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "uncaught exception");
  if (stopping) return;
  stopping = true;
  void finishRequests(http, 5_000).finally(() => process.exit(1));
});
