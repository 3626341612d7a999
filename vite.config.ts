import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { ISOLATED_MODULES } from "./app/sandbox/modules";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true; // switches typed loaders on
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": here("./app"), "#db": here("./db") } };

/** The app: `remix vite:build`, and `npm run dev`. */
async function appConfig(): Promise<UserConfig> {
  // The other two builds do without these.
  const { vitePlugin: remix } = await import("@remix-run/dev");
  const { behaviors, island } = await import("./vite.plugins");
  return {
    plugins: [remix(remixConfig), behaviors(), island()],
    resolve,
    build: {
      target: "es2022",
      assetsInlineLimit: 0,
      // Of its icons only the drawings are wanted (app/ui/icon.tsx).
      rollupOptions: { treeshake: { manualPureFunctions: ["createLucideIcon"] } },
    },
    // What each start needs is in the build, without the parts of it that nothing uses: reading these from their packages was a
    // quarter of what a start takes.
    ssr: {
      noExternal: ["zod", "drizzle-orm", "lucide-react", /^@conform-to/, /^d3-/, /^@turf/],
      external: ["@libsql/client", "libsql", "better-sqlite3", "sharp", "@node-rs/argon2", "stripe"],
    },
  };
}

/**
 * The server as one file, `build/listen.js`, which plain Node runs. Run through tsx instead, the process held some
 * 145 MB more for good: the loader's own thread and heap, and the source of everything that it had loaded.
 */
const serverConfig: UserConfig = {
  publicDir: false,
  build: {
    ssr: "server/index.ts",
    outDir: "build",
    // The application lies there already.
    emptyOutDir: false,
    target: "es2022",
    rollupOptions: { output: { entryFileNames: "listen.js", chunkFileNames: "listen-[name].js" } },
  },
};

/**
 * The modules of isolated processes, one file each, which plain Node runs. Starting from the sources took such a process four
 * times as long, for every file that somebody sends.
 */
const isolatedConfig: UserConfig = {
  publicDir: false,
  resolve,
  build: {
    ssr: true,
    outDir: "build/isolated",
    target: "es2022",
    rollupOptions: {
      input: Object.fromEntries(
        ISOLATED_MODULES.map((path) => [path.replace(/\.ts$/, ""), here(`./app/${path}`)]),
      ),
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    },
  },
};

export default defineConfig(({ mode }) =>
  mode === "server" ? serverConfig : mode === "isolated" ? isolatedConfig : appConfig(),
);
