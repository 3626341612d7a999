/**
 * A route module that exports this as its `handle` is sent with React and its scripts: it has a map, a dialog, or another
 * part that lives in the browser. Other pages are plain HTML with the small scripts of `public/`.
 */
export const HYDRATED = { hydrate: true } as const;
