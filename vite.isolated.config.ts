import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The modules that processes of their own read files by (`isolated`), as their tasks name them: below `app/`. */
export const ISOLATED = ["features/maps/areas.server.ts", "features/reconcile/read-statement.server.ts"];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Compile each of them to one file that plain Node runs. To start from the sources took such a process four times as long, for
 * every file that somebody sends.
 */
export default defineConfig({
  publicDir: false,
  resolve: { alias: { "~": here("./app"), "#db": here("./db") } },
  build: {
    ssr: true,
    outDir: "build/isolated",
    target: "es2022",
    rollupOptions: {
      input: Object.fromEntries(ISOLATED.map((path) => [path.replace(/\.ts$/, ""), here(`./app/${path}`)])),
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    },
  },
});
