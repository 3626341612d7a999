import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { ISOLATED_MODULES } from "./app/sandbox/modules";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true; // Turns on typed loaders
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": here("./app"), "#db": here("./db") } };

/** App build: `remix vite:build`, and `npm run dev`. */
async function appConfig(): Promise<UserConfig> {
  // The other two builds don't need these.
  const { vitePlugin: remix } = await import("@remix-run/dev");
  const { behaviors, island } = await import("./vite.plugins");
  return {
    plugins: [remix(remixConfig), behaviors(), island()],
    resolve,
    build: {
      target: "es2022",
      assetsInlineLimit: 0,
      // Only the drawings of its icons are needed (app/ui/icon.tsx).
      rollupOptions: { treeshake: { manualPureFunctions: ["createLucideIcon"] } },
    },
    // Bundle the packages that each start needs, without their unused parts: reading them from their packages was a
    // quarter of the time of a start.
    ssr: {
      noExternal: ["zod", "drizzle-orm", "lucide-react", /^@conform-to/, /^d3-/, /^@turf/],
      external: ["@libsql/client", "libsql", "better-sqlite3", "sharp", "@node-rs/argon2", "stripe"],
    },
  };
}

/**
 * The server as one file, `build/listen.js`, which plain Node runs. Run through tsx instead, the process permanently
 * used about 145 MB more: the loader's own thread and heap, and the source of everything that it had loaded.
 */
const serverConfig: UserConfig = {
  publicDir: false,
  build: {
    ssr: "server/index.ts",
    outDir: "build",
    // The application's build is already there.
    emptyOutDir: false,
    target: "es2022",
    rollupOptions: { output: { entryFileNames: "listen.js", chunkFileNames: "listen-[name].js" } },
  },
};

/**
 * The modules of isolated processes, one file each, which plain Node runs. Starting from the sources took four times as
 * long, for every uploaded file.
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
