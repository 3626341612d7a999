import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Caller } from "./caller";

/** The app as it was built. */
export const built = async (): Promise<ServerBuild> =>
  (await import(/* @vite-ignore */ pathToFileURL("build/server/index.js").href)) as ServerBuild;

/** The address of a route with its parameters by name. */
export function addressOf({ routes }: Pick<ServerBuild, "routes">, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? addressOf({ routes }, route.parentId) : "";
  return route.path ? `${above}/${route.path}` : above;
}

/**
 * Every address of the API, written as routes are: one route serves them all, so that the manifest doesn't know them.
 * They are read from the document at /api/openapi.json, which is made of the table that is served.
 */
async function apiAddresses(nobody: Caller): Promise<string[]> {
  const { paths } = JSON.parse(await nobody.read("/api/openapi.json")) as { paths: Record<string, unknown> };
  return Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
}

/** Every address that the built app answers at, and whether it takes forms there. */
export async function addresses(nobody: Caller): Promise<{ path: string; hasAction: boolean }[]> {
  const build = await built();
  const parents = new Set(Object.values(build.routes).map((r) => r?.parentId));
  const pages = Object.values(build.routes).flatMap((r) => {
    if (!r || r.id === "root" || (parents.has(r.id) && r.module.default)) return [];
    return [{ path: addressOf(build, r.id) || "/", hasAction: Boolean(r.module.action) }];
  });
  return [...pages, ...(await apiAddresses(nobody)).map((path) => ({ path, hasAction: true }))];
}
