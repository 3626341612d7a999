import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { LoaderFunction, ServerBuild } from "@remix-run/node";
import express from "express";
import { database } from "#db/client.server";
import { securityHeaders } from "../server/headers";
import { type Capture, endWithParent, type Ran, tell } from "./messages";

/**
 * The framework's floor: the same pages in plain Remix with constant data. It is the app's own build (routes,
 * components, entry.server and with it the compression) behind express, helmet and Remix's adapter, in which each
 * loader keeps its first answer. The pages are requested once before anything is measured; then the database is closed,
 * so that no session, permission or query can be part of the measurement. The statements of each page are recorded for
 * the bare server to run. `fork("bench/floor.ts", [cookie, ...paths])`
 */
endWithParent();
const [cookie = "", ...paths] = process.argv.slice(2);
const build = (await import(
  fileURLToPath(new URL("../build/server/index.js", import.meta.url))
)) as ServerBuild;

const kept = new Map<string, ReturnType<LoaderFunction>>();
const once =
  (id: string, loader: LoaderFunction): LoaderFunction =>
  (args, ...rest) => {
    const key = `${id} ${args.request.url}`;
    const found = kept.get(key) ?? loader(args, ...rest);
    kept.set(key, found);
    return found;
  };
const routes = Object.fromEntries(
  Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader;
    return [
      id,
      route && loader ? { ...route, module: { ...route.module, loader: once(id, loader) } } : route,
    ];
  }),
);

const server = express();
server.disable("x-powered-by");
server.use(securityHeaders({ https: false, development: false }));
server.all(
  "*",
  createRequestHandler({
    build: { ...build, routes },
    mode: "production",
    getLoadContext: (_req, res) => ({
      cspNonce: String(res.locals.cspNonce),
      requestId: "floor",
      address: "127.0.0.1",
      updating: false,
    }),
  }),
);
const http = createServer(server);
http.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  tell({ url, captures: await capture(url) });
});

async function capture(url: string): Promise<Capture[]> {
  let ran: Ran[] = [];
  const logger = { logQuery: (sql: string, args: unknown[]) => void ran.push({ sql, args }) };
  const db = await database(() => ({ url: String(process.env.DATABASE_URL), logger }));
  const captures: Capture[] = [];
  for (const path of paths) {
    ran = [];
    const answer = await fetch(url + path, { headers: { Cookie: cookie } });
    captures.push({ path, html: await answer.text(), ran });
  }
  db.close();
  return captures;
}
