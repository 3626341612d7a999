declare global {
  interface ImportMetaEnv {
    /** Set by the build (`vite.plugins.ts`). */
    readonly BEHAVIORS?: string;
  }
}

/** URL of the script on every page: with a content hash in a build, the source file in development. */
export const CLIENT_SCRIPT_URL = import.meta.env.BEHAVIORS ?? "/app/client/start.ts";
