import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, transformWithEsbuild } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true; // switches typed loaders on
  }
}

/** Make the scripts of `public` small where they were copied to: every page loads some of them. */
function smallPublicScripts(): Plugin {
  let folder: string | null = null;
  return {
    name: "small-public-scripts",
    apply: "build",
    configResolved({ build, root }) {
      folder = build.ssr ? null : resolve(root, build.outDir);
    },
    async closeBundle() {
      if (!folder) return;
      for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
        const path = join(folder, name);
        const { code } = await transformWithEsbuild(readFileSync(path, "utf8"), name, {
          minify: true,
          target: "es2020",
        });
        writeFileSync(path, code);
      }
    },
  };
}

export default defineConfig({
  plugins: [remix(remixConfig), smallPublicScripts()],
  resolve: {
    alias: {
      "~": new URL("./app", import.meta.url).pathname,
      "#db": new URL("./db", import.meta.url).pathname,
    },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
  ssr: { external: ["@libsql/client", "libsql", "better-sqlite3", "sharp", "@node-rs/argon2"] },
});
