import type { BrowserContext } from "@playwright/test";

/** A page's weight in transferred bytes, compressed with Brotli, without response headers. */
export type Weight = {
  page: string;
  document: number;
  css: number;
  /** All scripts that the page loads without a user action. */
  scripts: number;
  /** Part of the script bytes that are modules of the framework and the app. */
  modules: number;
};

/** Maximum weight of pages by kind, in bytes. */
export const MAX_WEIGHT = {
  detail: 14_000,
  list: 25_000,
  map: 20_000,
  css: 8_100,
  scripts: 112_000,
  plain: 5_300,
} as const;

/** Pages to measure, each with a name that users would use for it; `{ticket}` is a long ticket. */
export const WEIGHED_PAGES: readonly {
  page: string;
  path: string;
  kind: "detail" | "list" | "map";
  /** True if the page loads React, unless light pages are requested. */
  hydrated?: boolean;
  /** Maximum weight of the document, if lower than the maximum for the page's kind. */
  most?: number;
  /** Maximum weight of the page's own scripts, without the scripts that every page loads. */
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
  // This page's own scripts save typed values without a signal, even if the device fails.
  { page: "new ticket", path: "/trip-tickets/new?job_id=1", kind: "list", scripts: 5_700 },
  { page: "dashboard", path: "/", kind: "list", most: 8_000 },
  { page: "production", path: "/production", kind: "list", most: 12_000 },
  { page: "notifications", path: "/notifications?show=all", kind: "list", most: 6_000, scripts: 8_700 },
  { page: "sign in", path: "/login", kind: "list", signedOut: true },
  { page: "front page", path: "/", kind: "detail", signedOut: true },
];

/**
 * Open a page in a browser with an empty cache, and count the loaded bytes. The page is opened as a visitor's second
 * page: stylesheets load as files and are counted separately.
 */
export async function weighPage(context: BrowserContext, page: string, path: string): Promise<Weight> {
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
