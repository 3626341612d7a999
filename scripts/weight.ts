import type { BrowserContext } from "@playwright/test";

/** What a page weighs as it travels: bytes on the wire, compressed with Brotli, without the heads of the answers. */
export type Weight = {
  page: string;
  document: number;
  css: number;
  /** Scripts that the page loads unasked, all of them. */
  scripts: number;
  /** Of these, how many are the framework's and the app's modules. */
  modules: number;
};

/** What pages may weigh (issue of the gates; kilobytes of 1,000 bytes). */
export const MAX_ROWS = {
  detail: 14_000,
  list: 25_000,
  map: 20_000,
  css: 8_000,
  scripts: 112_000,
  plain: 5_300,
} as const;

/** The pages that are weighed, with the people's own names for them; `{ticket}` is a long ticket. */
export const WEIGHED: readonly {
  page: string;
  path: string;
  kind: "detail" | "list" | "map";
  /** It is sent with React, unless light pages are asked for. */
  hydrated?: boolean;
  /** What its document may weigh, where that is less than its kind's. */
  most?: number;
  /** What its own scripts may weigh, where it has any beside those of every page. */
  scripts?: number;
  signedOut?: boolean;
}[] = [
  { page: "ticket", path: "/trip-tickets/{ticket}", kind: "detail" },
  { page: "job map", path: "/jobs/1/map", kind: "map" },
  { page: "map", path: "/map", kind: "map" },
  { page: "new location", path: "/company/locations/new", kind: "map", hydrated: true },
  { page: "ticket list", path: "/trip-tickets", kind: "list" },
  { page: "ticket list of 50 rows", path: "/trip-tickets?rows=50", kind: "list" },
  { page: "available loads", path: "/trip-tickets?view=available", kind: "list" },
  { page: "job list", path: "/jobs", kind: "list" },
  // It keeps what is typed without a signal, whatever becomes of the device.
  { page: "new ticket", path: "/trip-tickets/new?job_id=1", kind: "list", scripts: 5_700 },
  { page: "dashboard", path: "/", kind: "list", most: 8_000 },
  { page: "production", path: "/production", kind: "list", most: 12_000 },
  { page: "notifications", path: "/notifications?show=all", kind: "list", most: 6_000, scripts: 8_700 },
  { page: "sign in", path: "/login", kind: "list", signedOut: true },
  { page: "front page", path: "/", kind: "detail", signedOut: true },
];

/**
 * Opens a page in a browser that has nothing of it yet, and counts what it loads. Somebody has seen a page before, so the styles
 * come as files and are counted apart.
 */
export async function weigh(context: BrowserContext, page: string, path: string): Promise<Weight> {
  await context.request.get(path);
  const tab = await context.newPage();
  const weight: Weight = { page, document: 0, css: 0, scripts: 0, modules: 0 };
  const counted: Promise<void>[] = [];
  tab.on("requestfinished", (request) => {
    counted.push(
      request.sizes().then(({ responseBodySize }) => {
        const kind = request.resourceType();
        if (kind === "document") weight.document += responseBodySize;
        if (kind === "stylesheet") weight.css += responseBodySize;
        if (kind !== "script") return;
        weight.scripts += responseBodySize;
        if (new URL(request.url()).pathname.startsWith("/assets/")) weight.modules++;
      }),
    );
  });
  await tab.goto(path, { waitUntil: "networkidle" });
  await Promise.all(counted);
  await tab.close();
  return weight;
}
