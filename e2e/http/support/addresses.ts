import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";

/** The built app. */
export const built = async (): Promise<ServerBuild> =>
  (await import(/* @vite-ignore */ pathToFileURL("build/server/index.js").href)) as ServerBuild;

/** Return a route's address with its parameters by name. */
export function addressOf({ routes }: Pick<ServerBuild, "routes">, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? addressOf({ routes }, route.parentId) : "";
  return route.path ? `${above}/${route.path}` : above;
}

/** Content of /api/openapi.json, which is generated from the table that is served. */
export type Described = { paths: Record<string, Record<string, { operationId: string }>> };

/** Every address of the API, in route syntax: one route serves them all, so the manifest doesn't list them. */
const apiAddresses = ({ paths }: Described): string[] =>
  Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));

/** List every address that the built app answers at, and whether it accepts forms. */
export async function addresses(document: Described): Promise<{ path: string; hasAction: boolean }[]> {
  const build = await built();
  const parents = new Set(Object.values(build.routes).map((r) => r?.parentId));
  const pages = Object.values(build.routes).flatMap((r) => {
    if (!r || r.id === "root" || (parents.has(r.id) && r.module.default)) return [];
    return [{ path: addressOf(build, r.id) || "/", hasAction: Boolean(r.module.action) }];
  });
  return [...pages, ...apiAddresses(document).map((path) => ({ path, hasAction: true }))];
}
