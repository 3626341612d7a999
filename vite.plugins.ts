import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Plugin, transformWithEsbuild } from "vite";

/** Where the behaviors begin, and where what the build makes of them lies. */
const START = "app/client/start.ts";
const FOLDER = "behaviors";
/** Modules that are wanted at once are one file. */
const FILES: Record<string, readonly string[]> = {
  start: ["start", "dom", "in-place", "sending", "shortcuts", "small"],
  picker: ["picker", "suggest", "combobox"],
  forms: ["forms", "as-it-came"],
};

/** The service worker, which browsers ask for by this name for good. */
const WORKER = "app/client/offline/worker.ts";
const WORKER_FILE = "sw.js";

type File = { fileName: string; code: string };

/** Bundles the behaviors: what every page gets, and beside it what is brought where it is needed, each named by its content. */
export async function bundle(root: string): Promise<{ start: string; files: File[] }> {
  const names = {
    entryFileNames: `${FOLDER}/[name]-[hash].js`,
    chunkFileNames: `${FOLDER}/[name]-[hash].js`,
  };
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    resolve: { alias: { "~": `${root}/app` } },
    plugins: [
      {
        name: "small",
        // Before files are named by what is in them.
        renderChunk: (code, { fileName }) =>
          transformWithEsbuild(code, fileName, { minify: true, target: "es2020", format: "esm" }),
      },
    ],
    build: {
      write: false,
      // `small` does both.
      target: "esnext",
      minify: false,
      // As a library: nothing of Vite's own is put around what is brought later.
      lib: { entry: `${root}/${START}`, formats: ["es"] },
      rollupOptions: {
        preserveEntrySignatures: "allow-extension",
        output: {
          ...names,
          manualChunks: (id) => Object.keys(FILES).find((file) => FILES[file]?.includes(basename(id, ".ts"))),
        },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((item) =>
    "output" in item ? item.output : [],
  );
  const files = outputs.flatMap((item) => (item.type === "chunk" ? [item] : []));
  const start = files.find(({ isEntry }) => isEntry);
  if (!start) throw new Error(`${START} made no file.`);
  return { start: `/${start.fileName}`, files };
}

/** Bundles the service worker, which is told what the behaviors are called and keeps them under a name of this build. */
export async function bundleWorker(root: string, files: readonly File[]): Promise<File> {
  const names = files.map(({ fileName }) => `/${fileName}`);
  const name = createHash("sha256").update(names.join()).digest("hex").slice(0, 12);
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { BUILD: JSON.stringify(`files-${name}`), FILES: JSON.stringify(names) },
    resolve: { alias: { "~": `${root}/app` } },
    build: {
      write: false,
      target: "es2020",
      lib: { entry: `${root}/${WORKER}`, formats: ["iife"], name: "worker" },
    },
  });
  const [code = ""] = (Array.isArray(built) ? built : [built])
    .flatMap((item) => ("output" in item ? item.output : []))
    .flatMap((item) => (item.type === "chunk" ? [item.code] : []));
  return { fileName: WORKER_FILE, code };
}

/**
 * Builds the behaviors along with the app: the app is told the name of the first file (`app/web/behaviors.ts`), and all of
 * them lie beside its assets. While developing, Vite serves the source.
 */
export function behaviors(): Plugin {
  let created: ReturnType<typeof bundle> | null = null;
  let isBrowser = false;
  return {
    name: "behaviors",
    apply: "build",
    async config({ root = process.cwd() }) {
      created ??= bundle(root);
      const { start } = await created;
      return { define: { "import.meta.env.BEHAVIORS": JSON.stringify(start) } };
    },
    configResolved({ build }) {
      isBrowser = !build.ssr;
    },
    async generateBundle() {
      if (!isBrowser || !created) return;
      const { files } = await created;
      for (const { fileName, code } of [...files, await bundleWorker(this.environment.config.root, files)])
        this.emitFile({ type: "asset", fileName, source: code });
    },
  };
}

/** The map that moves, the largest script of the app: a press brings it (`app/client/map.ts`). */
const ISLAND = "island.client.ts";
/** What the browser's build calls it, for the server's, which comes after. */
const NAMES = join("build", "island.json");

/** Tells pages where this build has put the map that moves. While developing, Vite serves the source. */
export function island(): Plugin {
  let root = "";
  let isBrowser = false;
  return {
    name: "island",
    apply: "build",
    config({ root: at = process.cwd() }, { isSsrBuild }) {
      if (isSsrBuild) return { define: { "import.meta.env.ISLAND": readFileSync(join(at, NAMES), "utf8") } };
    },
    configResolved(config) {
      root = config.root;
      isBrowser = !config.build.ssr;
    },
    writeBundle(_, bundle) {
      if (!isBrowser) return;
      const created = Object.values(bundle).find(
        (item) => item.type === "chunk" && item.facadeModuleId?.endsWith(`/${ISLAND}`),
      );
      if (created?.type !== "chunk") throw new Error(`${ISLAND} made no file.`);
      const styles = [...(created.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`);
      mkdirSync(join(root, "build"), { recursive: true });
      writeFileSync(join(root, NAMES), JSON.stringify({ script: `/${created.fileName}`, styles }));
    },
  };
}
