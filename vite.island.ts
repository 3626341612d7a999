import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The map that moves, the largest script of the app: a press brings it (`app/behaviors/map.ts`). */
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
      const made = Object.values(bundle).find(
        (one) => one.type === "chunk" && one.facadeModuleId?.endsWith(`/${ISLAND}`),
      );
      if (made?.type !== "chunk") throw new Error(`${ISLAND} made no file.`);
      const styles = [...(made.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`);
      mkdirSync(join(root, "build"), { recursive: true });
      writeFileSync(join(root, NAMES), JSON.stringify({ script: `/${made.fileName}`, styles }));
    },
  };
}
