import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../sqld.mjs";

const DRIVER = "/usr/bin/WebKitWebDriver";
const BROWSERS = ["4.1", "6.0", "4.0"].flatMap((version) => [
  `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
  `/usr/lib/x86_64-linux-gnu/webkitgtk-${version}/MiniBrowser`,
]);
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Where Debian's WebKit and its driver are; undefined where they aren't installed. */
export const webkitPath = (): string | undefined =>
  existsSync(DRIVER) ? BROWSERS.find((path) => existsSync(path)) : undefined;

/** A screen for a browser that needs one, where nobody has one. */
async function screen(): Promise<{ display: string; child: ChildProcess | null }> {
  if (process.env.DISPLAY) return { display: process.env.DISPLAY, child: null };
  const child = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "800x1000x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.stdout.once("data", (said: Buffer) => resolve(said.toString().trim()));
  });
  return { display: `:${number}`, child };
}

/** WebKitGTK over WebDriver: the few things that a walk asks of a browser. */
export async function startWebkit() {
  const binary = webkitPath();
  if (!binary) throw new Error("WebKit isn't installed: apt-get install webkit2gtk-driver xvfb");
  const { display, child: shown } = await screen();
  const port = await freePort();
  // Nothing is painted between two pages on a screen that nobody looks at, so the fade between them would never end.
  const settings = mkdtempSync(join(tmpdir(), "timbertally-webkit-"));
  mkdirSync(join(settings, "gtk-3.0"));
  writeFileSync(join(settings, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: settings,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
  });
  const base = `http://127.0.0.1:${port}`;
  let last = "";
  async function ask(method: string, path: string, body?: object) {
    last = `${method} ${path.replace(/^\/session\/[^/]+/, "")} ${JSON.stringify(body ?? {}).slice(0, 90)}`;
    const answer = await fetch(`${base}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.error ?? answer.status} ${value?.message ?? ""}`);
    return value;
  }
  for (let tries = 0; tries < 100; tries++) {
    if (await ask("GET", "/status").catch(() => null)) break;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  const options = { binary, args: ["--automation"] };
  const leave = () => {
    // With its browser: one that stands still doesn't end by being asked.
    if (driver.pid) process.kill(-driver.pid, "SIGKILL");
    shown?.kill();
    rmSync(settings, { recursive: true, force: true });
  };
  const { sessionId } = await ask("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  }).catch((error: unknown) => {
    leave();
    throw error;
  });
  const to = `/session/${sessionId}`;
  await ask("POST", `${to}/timeouts`, { pageLoad: 20_000, script: 30_000 });
  const find = async (css: string) =>
    (await ask("POST", `${to}/element`, { using: "css selector", value: css }))[ELEMENT];
  const script = (words: string, ...args: unknown[]) =>
    ask("POST", `${to}/execute/sync`, { script: words, args });
  return {
    /**
     * Goes there as by a link. An address that the driver itself opens while the worker still writes what an earlier page
     * brought may never come in WebKit 26.0 (mended in 26.5), and no page of that browser after it.
     */
    async goto(url: string) {
      const here: string = await ask("GET", `${to}/url`);
      if (!here.startsWith("http")) return ask("POST", `${to}/url`, { url });
      await script(
        "const [to] = arguments; window.isLeft = true; setTimeout(() => location.assign(to));",
        url,
      );
      for (let tries = 0; tries < 200; tries++) {
        const state = await script("return window.isLeft ? null : document.readyState;");
        if (state === "complete") return;
        await new Promise((resume) => setTimeout(resume, 100));
      }
      throw new Error(`${url} didn't come.`);
    },
    path: async () => new URL(await ask("GET", `${to}/url`)).pathname,
    type: async (css: string, text: string) =>
      ask("POST", `${to}/element/${await find(css)}/value`, { text }),
    press: async (css: string) => ask("POST", `${to}/element/${await find(css)}/click`, {}),
    /** Runs it in the page; the promise that it gives is waited for. */
    run: (script: string, ...args: unknown[]) =>
      ask("POST", `${to}/execute/async`, {
        script: `const done = arguments[arguments.length - 1]; (async () => { ${script} })().then(done, () => done(null));`,
        args,
      }),
    /** What was asked of it last. */
    asked: () => last,
    forgetCookies: () => ask("DELETE", `${to}/cookie`),
    async newTab(): Promise<string> {
      return (await ask("POST", `${to}/window/new`, { type: "tab" })).handle;
    },
    tab: (): Promise<string> => ask("GET", `${to}/window`),
    switchTo: (handle: string) => ask("POST", `${to}/window`, { handle }),
    async end() {
      await ask("DELETE", to).catch(() => {});
      leave();
    },
  };
}
export type Webkit = Awaited<ReturnType<typeof startWebkit>>;
