import { defineConfig } from "vite";

/**
 * Compile the server to one file, `build/listen.js`, which plain Node runs. Run through tsx instead, the process held
 * some 145 MB more for good: the loader's own thread and heap, and the source of everything that it had loaded.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: "server/index.ts",
    outDir: "build",
    // The application lies there already.
    emptyOutDir: false,
    target: "es2022",
    rollupOptions: { output: { entryFileNames: "listen.js", chunkFileNames: "listen-[name].js" } },
  },
});
