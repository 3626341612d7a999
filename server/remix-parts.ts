import { createRequire } from "node:module";

/** The copy of Remix's server runtime that Remix's adapter for Express uses, wherever it lies. */
const from = (path: string, name: string) => createRequire(path).resolve(name);
const runtime = () => from(from(import.meta.url, "@remix-run/node"), "@remix-run/server-runtime");

/** A module as Remix's server runtime requires it: a package, or one of its own files (`./data.js`). */
export const partOfRemix = <T>(name: string): T => createRequire(runtime())(name);
