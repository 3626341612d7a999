import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";

/** The built app. */
export const loadServerBuild = async (): Promise<ServerBuild> =>
  (await import(/* @vite-ignore */ pathToFileURL("build/server/index.js").href)) as ServerBuild;

/** Return a route's address with its parameters by name. */
export function getRouteAddress({ routes }: Pick<ServerBuild, "routes">, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? getRouteAddress({ routes }, route.parentId) : "";
  return route.path ? `${above}/${route.path}` : above;
}

/** Content of /api/openapi.json, which is generated from the API's table of calls. */
export type ApiDescription = { paths: Record<string, Record<string, { operationId: string }>> };

/** List every API address in route syntax; one route serves all of them, so the manifest doesn't list them. */
const apiAddresses = ({ paths }: ApiDescription): string[] =>
  Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));

/** List every address at which the built app responds, and whether the address accepts forms. */
export async function listAddresses(
  document: ApiDescription,
): Promise<{ path: string; hasAction: boolean }[]> {
  const build = await loadServerBuild();
  const parents = new Set(Object.values(build.routes).map((r) => r?.parentId));
  const pages = Object.values(build.routes).flatMap((r) => {
    if (!r || r.id === "root" || (parents.has(r.id) && r.module.default)) return [];
    return [{ path: getRouteAddress(build, r.id) || "/", hasAction: Boolean(r.module.action) }];
  });
  return [...pages, ...apiAddresses(document).map((path) => ({ path, hasAction: true }))];
}
