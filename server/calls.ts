import type { AppLoadContext } from "@remix-run/node";
import { partOfRemix } from "./remix-parts";

type Take = (args: { request: Request; context: AppLoadContext; params: object }) => unknown;
type Called = {
  loadContext: AppLoadContext;
  params: object;
  request: Request;
  routeId: string;
  singleFetch: boolean;
};
type LoaderCall = Called & { loader: Take };
type ActionCall = Called & { action: Take };
type Calls = {
  callRouteLoader: (call: LoaderCall) => Promise<unknown>;
  callRouteAction: (call: ActionCall) => Promise<unknown>;
};

/** What Remix takes out of the address before a route sees it. */
const OWN = ["index", "_routes"];

/** Whether an address has something that Remix keeps from routes. */
function hasOwn(url: string): boolean {
  if (!url.includes("?")) return false;
  const { searchParams } = new URL(url);
  return OWN.some((name) => searchParams.has(name));
}

async function called(take: Take, { request, loadContext: context, params, routeId }: Called) {
  const answer = await take({ request, context, params });
  if (answer === undefined) throw new Error(`The loader or action of ${routeId} answers nothing.`);
  return answer;
}

/** Calls routes with the request itself where Remix would take nothing out of its address, and by Remix otherwise. */
const withTheRequest = (remix: Calls): Calls => ({
  callRouteLoader: (call) =>
    call.singleFetch && !hasOwn(call.request.url) ? called(call.loader, call) : remix.callRouteLoader(call),
  callRouteAction: (call) =>
    call.singleFetch && !hasOwn(call.request.url) ? called(call.action, call) : remix.callRouteAction(call),
});

let isSet = false;

/**
 * Remix makes two requests for each loader that it calls, the first without `index` in the address and the second without
 * `_routes`, which most addresses don't have: a fortieth of what a page costs, and most of it is cleared away later. Once for a
 * process, before the first request.
 */
export function passRequestsOn(): void {
  if (isSet) return;
  isSet = true;
  const data = partOfRemix<Calls>("./data.js");
  Object.assign(data, withTheRequest({ ...data }));
}
