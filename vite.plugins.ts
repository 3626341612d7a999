import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Plugin, transformWithEsbuild } from "vite";

/** Entry file of the behaviors (the scripts of pages without React), and output folder of their build. */
const START = "app/client/start.ts";
const FOLDER = "behaviors";
/** Modules that are needed at the same time are built into one file. */
const FILES: Record<string, readonly string[]> = {
  start: ["start", "dom", "in-place", "sending", "shortcuts", "small"],
  picker: ["picker", "suggest", "combobox"],
  forms: ["forms", "as-it-came"],
};

/** Service worker. Its file name must never change, because browsers keep requesting it under this name. */
const WORKER = "app/client/offline/worker.ts";
const WORKER_FILE = "sw.js";

type File = { fileName: string; code: string };

/** Bundle the behaviors: one file for every page, and other files that are loaded on demand, all named by content hash. */
export async function bundleBehaviors(root: string): Promise<{ start: string; files: File[] }> {
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
        // Minify before the file names get their content hash.
        renderChunk: (code, { fileName }) =>
          transformWithEsbuild(code, fileName, { minify: true, target: "es2020", format: "esm" }),
      },
    ],
    build: {
      write: false,
      // `small` does both.
      target: "esnext",
      minify: false,
      // Build as a library, so that Vite adds no code of its own around lazy imports.
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

/** Bundle the service worker, which contains the behaviors' file names and caches those files under this build's name. */
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
 * Build the behaviors along with the app. The app gets the name of the entry file (`app/web/behaviors.ts`), and all
 * files are written next to its assets. During development, Vite serves the source.
 */
export function behaviors(): Plugin {
  let created: ReturnType<typeof bundleBehaviors> | null = null;
  let isBrowser = false;
  return {
    name: "behaviors",
    apply: "build",
    async config({ root = process.cwd() }) {
      created ??= bundleBehaviors(root);
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

/** The interactive map, the app's largest script, loaded when its button is pressed (`app/client/map.ts`). */
const ISLAND = "island.client.ts";
/** File in which the browser build stores the map script's name for the later server build. */
const NAMES = join("build", "island.json");

/** Provide pages with the address of the interactive map in this build. During development, Vite serves the source. */
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
