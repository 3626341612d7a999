import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { LoaderFunction, ServerBuild } from "@remix-run/node";
import express, { type Request, type RequestHandler, type Response } from "express";
import Libsql from "libsql";
import type { Program } from "../app/program.server";
import { branchHandler } from "../server/branches";
import { securityHeaders } from "../server/headers";
import { type Capture, endWithParent, type Floor, type Ran, tell } from "./messages";

/**
 * The framework's floor: the same pages in plain Remix with constant data. It is the app's own build (routes,
 * components, entry.server and with it the compression) behind express, helmet and Remix's adapter, in which each
 * loader keeps its first answer. The pages are requested once before anything is measured; then the database is closed,
 * so that no session, permission or query can be part of the measurement. A second address answers by the matcher of our own
 * server (server/branches.ts) in place of Remix's. The statements of each page are recorded for the bare server to run. `fork("bench/floor.ts", [cookie, ...paths])`
 */
endWithParent();
/** What is asked of the database, taken down at its driver: the build has everything else to itself. */
let ran: Ran[] = [];
Libsql.prototype.prepare = new Proxy(Libsql.prototype.prepare, {
  apply(prepare, db, given) {
    const statement = Reflect.apply(prepare, db, given);
    const sql = String(given[0]);
    statement.all = new Proxy(statement.all, {
      apply(all, self, args) {
        if (/^\s*(select|with)\b/i.test(sql)) ran.push({ sql, args: args.flat() });
        return Reflect.apply(all, self, args);
      },
    });
    return statement;
  },
});
const [cookie = "", ...paths] = process.argv.slice(2);
const build = (await import(
  fileURLToPath(new URL("../build/server/index.js", import.meta.url))
)) as ServerBuild;
const { program } = build.entry.module as ServerBuild["entry"]["module"] & { program: Program };

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

const answering = {
  build: { ...build, routes },
  mode: "production",
  getLoadContext: (_req: Request, res: Response) => ({
    cspNonce: String(res.locals.cspNonce),
    requestId: "floor",
    address: "127.0.0.1",
    updating: false,
  }),
};

/** The pages behind helmet on a port of their own. */
async function listening(handler: RequestHandler): Promise<string> {
  const server = express();
  server.disable("x-powered-by");
  server.use(securityHeaders({ https: false, development: false }));
  server.all("*", handler);
  const http = createServer(server);
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const url = await listening(createRequestHandler(answering));
const matched = await listening(branchHandler(answering, program.pageRoutes));
tell({ url, matched, captures: await capture(url, matched) } satisfies Floor);

async function capture(url: string, matched: string): Promise<Capture[]> {
  const captures: Capture[] = [];
  for (const path of paths) {
    ran = [];
    const answer = await fetch(url + path, { headers: { Cookie: cookie } });
    captures.push({ path, html: await answer.text(), ran });
    // The loaders of the other address keep what they answered as well; what they ask for is not asked again by (c).
    ran = [];
    await (await fetch(matched + path, { headers: { Cookie: cookie } })).text();
  }
  await (await program.open()).db.close();
  return captures;
}
