import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const OURS = fileURLToPath(new URL("app/web/jsx-runtime.ts", import.meta.url));

/** Elements of the server's pages are made by `app/web/jsx-runtime.ts`; in browsers React makes its own. */
export const elements = (): Plugin => ({
  name: "elements",
  enforce: "pre",
  resolveId: (source, importer, { ssr }) =>
    ssr && source === "react/jsx-runtime" && importer !== OURS ? OURS : null,
});
