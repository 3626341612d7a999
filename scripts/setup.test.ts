import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { isTaken, SERVER } from "./setup.mjs";
import { freePort } from "./sqld.mjs";
import { trackedFiles } from "./tracked.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Create a checkout that contains only the scripts, in which settings are read as `npm start` reads them. */
function checkout() {
  const root = mkdtempSync(join(tmpdir(), "timbertally-setup-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "scripts"));
  for (const name of ["setup.mjs", "help.mjs", "chromium.mjs", "compress.mjs", "vapid.mjs"])
    cpSync(join(here, name), join(root, "scripts", name));
  cpSync(join(here, "..", "db", "scripts", "env-files.mjs"), join(root, "db", "scripts", "env-files.mjs"));
  const read = `import("./scripts/setup.mjs").then((s) => { s.loadSettings(); console.log(JSON.stringify(process.env)); })`;
  const settings = (env: Record<string, string> = {}): Record<string, string | undefined> =>
    JSON.parse(
      execFileSync(process.execPath, ["--eval", read], {
        cwd: root,
        env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
        encoding: "utf8",
      }),
    );
  return { root, settings, local: join(root, ".env.local") };
}

describe("settings at the first start", () => {
  it("have generated secrets that the next start reuses and no other user can read", () => {
    const { settings, local } = checkout();
    const first = settings();
    expect(first.SESSION_SECRET).toMatch(/^[\w-]{43}$/);
    expect(first.QR_KEYS).toMatch(/^k1:[\w-]{43}$/);
    expect(first.VAPID_KEYS).toMatch(/^[\w-]{87}:[\w-]{43}$/);
    expect(statSync(local).mode & 0o777).toBe(0o600);
    const second = settings();
    expect([second.SESSION_SECRET, second.QR_KEYS]).toEqual([first.SESSION_SECRET, first.QR_KEYS]);
    expect(checkout().settings().SESSION_SECRET).not.toBe(first.SESSION_SECRET);
  });

  it("have generated values only for missing settings, and given secrets aren't written to a file", () => {
    const { settings, local } = checkout();
    const input = "given-by-hand-0123456789-0123456789";
    expect(settings({ SESSION_SECRET: input }).SESSION_SECRET).toBe(input);
    expect(readFileSync(local, "utf8")).toMatch(/^VAPID_KEYS=[\w:-]{131}\nQR_KEYS=k1:[\w-]{43}\n$/);
  });

  it("accept quotes, spaces and comments in .env, and the shell's values take precedence", () => {
    const { root, settings } = checkout();
    writeFileSync(
      join(root, ".env"),
      `# the office\nPORT=4000\nMAIL_FROM="Office <office@demo.test>"\nSESSION_SECRET=\nHOST=127.0.0.1 \n`,
    );
    const read = settings({ PORT: "4001" });
    expect(read).toMatchObject({ PORT: "4001", MAIL_FROM: "Office <office@demo.test>", HOST: "127.0.0.1" });
    expect(read.SESSION_SECRET).toMatch(/^[\w-]{43}$/);
  });
});

it("detects that a port is in use, and that a free port isn't", async () => {
  const port = await freePort();
  expect(await isTaken("127.0.0.1", port)).toBe(false);
  const other = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  expect(await isTaken("127.0.0.1", port)).toBe(true);
});

it("the Dockerfile, fly.toml and the start script start the server with the tested command", () => {
  const said = (file: string) => readFileSync(join(here, "..", file), "utf8");
  const words = ["node", SERVER];
  expect(said("Dockerfile")).toContain(`CMD [${words.map((word) => `"${word}"`).join(", ")}]`);
  expect(said("fly.toml")).toContain(`exec ${words.join(" ")}'`);
  expect(said("scripts/start.mjs")).toContain("[SERVER]");
});

it("no source uses a file URL's path directly, which would fail in a folder with spaces or non-ASCII letters", () => {
  const root = join(here, "..");
  const asPath = trackedFiles(root).filter(
    (file) =>
      /\.(m?ts|mjs|tsx)$/.test(file) &&
      /import\.meta\.url\)\.pathname/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(asPath.filter((file) => file !== "scripts/setup.test.ts")).toEqual([]);
});

it("no process is started with V8 flags, because an unknown flag ends the process on another Node version", () => {
  const text = (file: string) => readFileSync(join(here, "..", file), "utf8");
  for (const file of ["scripts/test.mjs", "scripts/start.mjs", "scripts/setup.mjs", "Dockerfile", "fly.toml"])
    expect(text(file), file).not.toMatch(
      /setFlagsFromString|--(?:interrupt-budget|max-lazy|heap-growing|m\w+-semi-space)/,
    );
});

/** Create a checkout in which `npm start` runs tools that only print, and a database script that writes one line. */
function startableCheckout() {
  const { root } = checkout();
  cpSync(join(here, "start.mjs"), join(root, "scripts", "start.mjs"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const noise = `console.log("a warning of a tool"); console.error("npm warn deprecated");`;
  for (const name of ["app", "public", "db", "server", "build/client"])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ["vite.config.ts", "vite.plugins.ts", "remix.config.js"]) write(name, "");
  write("package.json", `{ "type": "module" }`);
  write("package-lock.json", "{}");
  const installed = createHash("sha256").update("{}").digest("hex");
  write("node_modules/.timbertally-installed", installed);
  symlinkSync(join(here, "..", "node_modules", "tsx"), join(root, "node_modules", "tsx"));
  for (const name of ["remix", "vite"]) write(`node_modules/.bin/${name}`, noise);
  const append = (name: string) =>
    `import { appendFileSync } from "node:fs"; appendFileSync(process.env.DATABASE_URL.slice(5), "${name}\\n");`;
  for (const name of ["migrate", "seed"]) write(`db/scripts/${name}.ts`, `${noise}\n${append(name)}`);
  write(
    "build/listen.js",
    `import { createServer } from "node:http"; createServer((_, answer) => answer.end("ready")).listen(process.env.PORT, "127.0.0.1");`,
  );
  const start = async () => {
    const port = await freePort();
    const child = spawn("env", ["-u", "NODE_ENV", process.execPath, "scripts/start.mjs"], {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: String(port), NODE_ENV: "test" },
    });
    onTestFinished(() => void child.kill());
    const printed = { port, child, output: "" };
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        printed.output += text;
      });
    return printed;
  };
  return { root, write, start };
}

it("the first start prints its progress, the address and the sign-ins; output of its tools goes to log files", async () => {
  const { root, start } = startableCheckout();
  const printed = await start();
  const { port } = printed;
  await expect.poll(() => printed.output, { timeout: 60_000 }).toContain("Ctrl+C stops it.");
  const names = ["manager", "logger", "hauler", "mill", "owner", "rival", "multi", "new", "super"];
  expect(printed.output.split("\n").filter(Boolean)).toEqual([
    "Building the app (half a minute) …",
    "Creating the database …",
    "Filling in the demo …",
    `Timbertally runs at http://localhost:${port}`,
    "Demo sign-ins, password timber-demo-2026:",
    ...names.map((name) => `  ${name}@demo.test`),
    "Ctrl+C stops it.",
  ]);
  for (const log of ["build", "migrate", "seed"])
    expect(readFileSync(join(root, ".cache", `${log}.log`), "utf8")).toContain("npm warn deprecated");
});

it("a start after one that ended while it filled in the demo creates the whole database again", async () => {
  const { root, write, start } = startableCheckout();
  const seed = readFileSync(join(root, "db", "scripts", "seed.ts"), "utf8");
  write("db/scripts/seed.ts", `${seed}\nprocess.kill(process.pid, "SIGKILL");`);
  const { child } = await start();
  await new Promise((resolve) => child.once("exit", resolve));
  const database = join(root, "data", "timbertally.db");
  expect(existsSync(database)).toBe(false);
  write("db/scripts/seed.ts", seed);
  const second = await start();
  await expect.poll(() => second.output, { timeout: 60_000 }).toContain("Ctrl+C stops it.");
  expect(readFileSync(database, "utf8")).toBe("migrate\nseed\n");
});
