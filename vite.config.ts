import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";
import { behaviors } from "./vite.behaviors";
import { island } from "./vite.island";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true; // switches typed loaders on
  }
}

export default defineConfig({
  plugins: [remix(remixConfig), behaviors(), island()],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "#db": fileURLToPath(new URL("./db", import.meta.url)),
    },
  },
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
});
