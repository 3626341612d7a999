declare global {
  interface ImportMetaEnv {
    /** Set by the build (`vite.plugins.ts`). */
    readonly BEHAVIORS?: string;
  }
}

/** URL of the script that every page gets: named by its content in a build, the source in development. */
export const BEHAVIORS = import.meta.env.BEHAVIORS ?? "/app/client/start.ts";
