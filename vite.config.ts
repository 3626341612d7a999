import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { ISOLATED_MODULES } from "./app/sandbox/modules";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true; // Enables typed loaders.
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": here("./app"), "#db": here("./db") } };

/** Configuration of the app's build (`remix vite:build`) and of `npm run dev`. */
async function appConfig(): Promise<UserConfig> {
  // Imported inside this function because the other two builds don't need these packages.
  const { vitePlugin: remix } = await import("@remix-run/dev");
  const { behaviors, island } = await import("./vite.plugins");
  return {
    plugins: [remix(remixConfig), behaviors(), island()],
    resolve,
    build: {
      target: "es2022",
      assetsInlineLimit: 0,
      // Remove unused icons (app/ui/icon.tsx) from the build.
      rollupOptions: { treeshake: { manualPureFunctions: ["createLucideIcon"] } },
    },
    // Bundle the packages that every start needs, without their unused parts, since loading them separately took a
    // quarter of the startup time.
    ssr: {
      noExternal: ["zod", "drizzle-orm", "lucide-react", /^@conform-to/, /^d3-/, /^@turf/],
      external: ["@libsql/client", "libsql", "better-sqlite3", "sharp", "@node-rs/argon2", "stripe"],
    },
  };
}

/**
 * Build the server as one file, `build/listen.js`, for plain Node. Running the sources with tsx permanently used about
 * 145 MB more, for the loader's thread and heap and for all loaded sources.
 */
const serverConfig: UserConfig = {
  publicDir: false,
  build: {
    ssr: "server/index.ts",
    outDir: "build",
    // Keep the app's build, which is already in this folder.
    emptyOutDir: false,
    target: "es2022",
    rollupOptions: { output: { entryFileNames: "listen.js", chunkFileNames: "listen-[name].js" } },
  },
};

/**
 * Build each module that runs in an isolated process as one file for plain Node. Starting from the sources took four
 * times as long for every uploaded file.
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
