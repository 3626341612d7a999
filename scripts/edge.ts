import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "./serve";
import { freePort, startSqld } from "./sqld.mjs";

/** A primary database server and app servers with replicas, all real processes on loopback in one temporary folder. */
export type Edge = {
  folder: string;
  primaryUrl: string;
  primary: {
    pid(): number;
    start(): Promise<void>;
    /** End it gracefully. */
    stop(): Promise<void>;
    /** Kill the primary database server, to simulate a crash. */
    kill(): Promise<void>;
  };
  /** Return the path of an app server's replica. */
  replicaOf(name: string): string;
  /** Start an app server by name. Starting a server again under the same name reuses its replica. */
  launch(name: string, settings?: Record<string, string>, imports?: string[]): Promise<App>;
  /** Start an app server with `launch`, and wait until it is ready. */
  serve(name: string, settings?: Record<string, string>, imports?: string[]): Promise<App>;
  stop(): Promise<void>;
};

/** Start the primary database server with a copy of a database file; add app servers with `serve`. */
export async function startEdge(databaseFile: string): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-edge-"));
  const dir = join(folder, "primary");
  mkdirSync(join(dir, "dbs", "default"), { recursive: true });
  cpSync(databaseFile, join(dir, "dbs", "default", "data"));
  const port = await freePort();
  let sqld: Awaited<ReturnType<typeof startSqld>> | null = await startSqld({ dir, port });
  const apps: App[] = [];
  const primaryUrl = `http://127.0.0.1:${port}`;
  const replicaOf = (name: string) => join(folder, name, "replica.db");

  async function launch(name: string, settings: Record<string, string> = {}, imports: string[] = []) {
    const app = await startApp(
      {
        DATABASE_URL: `file:${replicaOf(name)}`,
        FILES_DIR: join(folder, name, "files"),
        LIBSQL_PRIMARY_URL: primaryUrl,
        LIBSQL_SYNC_SECONDS: "1",
        LOG_LEVEL: "warn",
        ...settings,
      },
      { imports },
    );
    apps.push(app);
    return app;
  }

  return {
    folder,
    primaryUrl,
    replicaOf,
    launch,
    primary: {
      pid: () => sqld?.pid ?? 0,
      async start() {
        sqld ??= await startSqld({ dir, port });
      },
      async stop() {
        await sqld?.stop();
        sqld = null;
      },
      async kill() {
        await sqld?.kill();
        sqld = null;
      },
    },
    async serve(name, settings, imports) {
      const app = await launch(name, settings, imports);
      await app.ready();
      return app;
    },
    async stop() {
      await Promise.all(apps.map((app) => app.stop()));
      await sqld?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
