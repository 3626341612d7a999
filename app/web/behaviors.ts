declare global {
  interface ImportMetaEnv {
    /** The build says it (`vite.plugins.ts`). */
    readonly BEHAVIORS?: string;
  }
}

/** The address of the script that every page gets: named by its content in a build, the source while developing. */
export const BEHAVIORS = import.meta.env.BEHAVIORS ?? "/app/behaviors/start.ts";
