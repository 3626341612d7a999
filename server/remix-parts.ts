import { createRequire } from "node:module";

/** Each is asked for from the one that uses it, wherever they lie. */
const from = (path: string, name: string) => createRequire(path).resolve(name);
/** The copy of Remix's server runtime that its adapter for Express uses. */
const runtime = () => from(from(import.meta.url, "@remix-run/node"), "@remix-run/server-runtime");

/** A module as Remix's server runtime requires it: a package, or one of its own files (`./data.js`). */
export const partOfRemix = <T>(name: string): T => createRequire(runtime())(name);
