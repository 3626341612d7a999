/** Install everything that the other scripts need. Uses only Node's own modules, because it installs the rest. */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadEnvFiles, readEnvFile } from "../db/scripts/env-files.mjs";
import { chromiumPath, HEADLESS } from "./chromium.mjs";
import { compressFolder } from "./compress.mjs";
import { vapidKeys } from "./vapid.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const inRoot = (...parts) => join(root, ...parts);

/** Runs a command to its end, its output on the screen; returns its exit code. */
export function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  return status ?? 1;
}

/**
 * Announce a step in one line and keep everything that its command prints in `.cache/NAME.log`: warnings of npm, Rollup and Vite are
 * nothing that a newcomer can change. If the command fails, print the end of that log and its path. Returns the exit code.
 */
function runLogged(name, announcement, command, args, options = {}) {
  const log = inRoot(".cache", `${name}.log`);
  mkdirSync(dirname(log), { recursive: true });
  if (announcement) console.log(announcement);
  const file = openSync(log, options.append ? "a" : "w");
  const code = run(command, args, { ...options, stdio: ["ignore", file, file] });
  closeSync(file);
  if (code !== 0) {
    console.error(readFileSync(log, "utf8").split("\n").slice(-40).join("\n"));
    console.error(`${name} failed. Everything that it printed: ${log}`);
  }
  return code;
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Timbertally needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the packages where they are missing or the lockfile has moved on. */
export function install() {
  const lock = inRoot("package-lock.json");
  const marker = inRoot("node_modules", ".timbertally-installed");
  const wanted = createHash("sha256").update(readFileSync(lock)).digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  // The build needs the development packages too, whatever NODE_ENV says.
  const how = existsSync(inRoot("node_modules")) ? "install" : "ci";
  const args = [how, "--include=dev", "--no-audit", "--no-fund"];
  const code = runLogged("install", "Installing packages (a minute or two) …", "npm", args);
  if (code !== 0) process.exit(code);
  writeFileSync(marker, wanted);
}

/**
 * Install Chromium for the browser tests. As root on Debian: the windowless package (`chromium-headless-shell`), which
 * is much faster, or the whole browser if that package is missing. Otherwise use what is installed, or say in words
 * what to install.
 */
export function installChromium() {
  const isDebian = process.platform === "linux" && existsSync("/usr/bin/apt-get");
  if (isDebian && process.getuid?.() === 0 && !process.env.CHROMIUM_PATH && !existsSync(HEADLESS)) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const get = (name) =>
      run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name, "fonts-dejavu-core"], { env });
    run("apt-get", ["update", "-qq"]);
    if (get("chromium-headless-shell") !== 0 && !chromiumPath()) get("chromium");
  }
  if (chromiumPath()) return;
  console.error(
    "The browser tests need Chromium. Install it, or name it: CHROMIUM_PATH=/path/to/chromium npm test",
  );
  process.exit(1);
}

const SOURCES = [
  ...["app", "public", "db", "server"],
  ...["vite.config.ts", "vite.plugins.ts", "remix.config.js", "package-lock.json"],
];

/**
 * What plain Node runs to serve the app; `remix vite:build` makes the app, `vite build --mode server` this, and
 * `vite build --mode isolated` what its processes for files run.
 */
export const SERVER = "build/listen.js";
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Build if the build is missing or older than a source, or if asked to. Returns the exit code. */
export function tryBuild({ fresh = false } = {}) {
  const built = inRoot("build", "complete");
  if (
    !fresh &&
    existsSync(built) &&
    statSync(built).mtimeMs > Math.max(...SOURCES.map((s) => newest(inRoot(s))))
  )
    return 0;
  rmSync(built, { force: true });
  // A test that builds has another NODE_ENV, and pages would get React as it is while developing.
  const env = { ...process.env, NODE_ENV: "production" };
  const tool = (name, ...args) =>
    runLogged(
      "build",
      null,
      process.execPath,
      [inRoot("node_modules", ".bin", name), ...args, "--logLevel", "warn"],
      { env, append: true },
    );
  const vite = (mode) => tool("vite", "build", "--mode", mode);
  console.log("Building the app (half a minute) …");
  rmSync(inRoot(".cache", "build.log"), { force: true });
  const code = tool("remix", "vite:build") || vite("server") || vite("isolated");
  if (code !== 0) return code;
  compressFolder(inRoot("build", "client"));
  // A build that was stopped half-way has no such file, and is made again.
  writeFileSync(built, "");
  return 0;
}

/** As {@link tryBuild}; a build that fails ends the process. */
export function build(options) {
  const code = tryBuild(options);
  if (code !== 0) process.exit(code);
}

/** Check whether something already listens on the port. */
export function isTaken(host, port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error.code === "EADDRINUSE"));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}

/** Load the settings of this machine, and make the secrets that are missing and keep them in `.env.local`. */
export function loadSettings() {
  loadEnvFiles();
  const secrets = {};
  if (!process.env.SESSION_SECRET) secrets.SESSION_SECRET = randomBytes(32).toString("base64url");
  if (!process.env.VAPID_KEYS) secrets.VAPID_KEYS = vapidKeys();
  if (!process.env.QR_KEYS) secrets.QR_KEYS = `k1:${randomBytes(32).toString("base64url")}`;
  if (Object.keys(secrets).length === 0) return;
  const lines = Object.entries({ ...readEnvFile(".env.local"), ...secrets }).map(([k, v]) => `${k}=${v}\n`);
  writeFileSync(inRoot(".env.local"), lines.join(""), { mode: 0o600 });
  Object.assign(process.env, secrets);
}

/**
 * Migrate the embedded database. If it is missing, create it with its demo as a draft that gets its name only once
 * complete, so an interrupted first start leaves no half demo: the next start creates it again.
 */
export function prepareDatabase() {
  // A replica is made from its primary, whose schema is nobody's business who only starts one more server.
  if (process.env.LIBSQL_PRIMARY_URL) return;
  const url = process.env.DATABASE_URL || "file:data/timbertally.db";
  const script = (name, announcement, databaseUrl, ...args) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl };
    const code = runLogged(
      name,
      announcement,
      process.execPath,
      ["--import", "tsx", `db/scripts/${name}.ts`, ...args],
      { env },
    );
    if (code !== 0) process.exit(code);
  };
  const path = url.startsWith("file:/") ? fileURLToPath(url) : resolve(root, url.slice("file:".length));
  if (!url.startsWith("file:") || existsSync(path)) return script("migrate", null, url);
  const draft = `${path}.draft`;
  mkdirSync(dirname(path), { recursive: true });
  for (const suffix of ["", "-wal", "-shm"])
    for (const file of [draft, path]) rmSync(file + suffix, { force: true });
  script("migrate", "Creating the database …", `${url}.draft`);
  if (process.env.NODE_ENV !== "production" || process.env.DEMO === "1")
    script("seed", "Filling in the demo …", `${url}.draft`, "--quiet");
  // A write-ahead log that is left has the draft's last changes.
  if (existsSync(`${draft}-wal`)) renameSync(`${draft}-wal`, `${path}-wal`);
  renameSync(draft, path);
}
