import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { Links, Outlet, Scripts, useLoaderData } from "@remix-run/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as entry from "../app/entry.server";
import type { InlineStylesSource } from "../app/web/first-styles";
import { log } from "../app/web/log.server";
import { useNonce } from "../app/web/nonce";

// Text that people might type into a remark, and that must not break the page.
const TYPED = '$& $\' $` $$ $1 </script><script>alert(1)</script> <!-- \u2028\u2029 & "quoted" é 🌲';

type Page = {
  loader?: () => unknown;
  action?: () => unknown;
  Component?: () => JSX.Element;
  light?: boolean;
};

function Text() {
  return <p>{(useLoaderData() as { typed: string }).typed}</p>;
}

/** A built app of one page, with the app's own entry. */
function served(page: Page) {
  function Root() {
    const nonce = useNonce();
    return (
      <html lang="en">
        <head>
          <Links />
        </head>
        <body>
          <Outlet />
          {page.light ? null : <Scripts nonce={nonce} />}
        </body>
      </html>
    );
  }
  const Component = page.Component ?? Text;
  const route = (id: string, module: object, more: object) => ({ id, module, ...more });
  const asset = (id: string, more: object) => ({
    id,
    module: `/assets/${id}.js`,
    hasLoader: id === "page",
    hasAction: Boolean(page.action),
    hasClientLoader: false,
    hasClientAction: false,
    hasErrorBoundary: id === "root",
    ...more,
  });
  const ErrorBoundary = () => (
    <html lang="en">
      <body>
        <h1>Something went wrong</h1>
      </body>
    </html>
  );
  const child = { parentId: "root", path: "/", index: true };
  const build = {
    mode: "production",
    isSpaMode: false,
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: { v3_singleFetch: true, v3_relativeSplatPath: true, v3_lazyRouteDiscovery: false },
    entry: { module: entry },
    routes: {
      root: route("root", { default: Root, ErrorBoundary }, { path: "" }),
      page: route("page", { default: Component, loader: page.loader, action: page.action }, child),
    },
    assets: {
      version: "1",
      url: "/assets/manifest.js",
      entry: { module: "/assets/entry.js", imports: [] },
      routes: {
        root: asset("root", { path: "", css: ["/assets/root.css", "/assets/own.css", "/assets/large.css"] }),
        page: asset("page", child),
      },
    },
  } as unknown as ServerBuild;
  const handle = createRequestHandler(build, "production");
  return (path = "/", init: RequestInit = {}, styles?: InlineStylesSource) =>
    handle(new Request(`http://localhost${path}`, init), {
      styles,
      cspNonce: "bm9uY2U=",
      requestId: "request-1",
      address: "127.0.0.1",
      updating: false,
    });
}

const result = { loader: () => ({ typed: TYPED }) };

/** The values that a document hands to its scripts, read as a browser reads them. */
function handedOver(html: string): unknown[] {
  const calls = [...html.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)];
  const text = calls.map((call) => JSON.parse(call[1] ?? "") as string).join("");
  // The stream's first line holds every value in one flat array.
  return JSON.parse(text.split("\n")[0] ?? "") as unknown[];
}

/** Looks at what is logged as an error while a test runs. */
function faults() {
  const seen = vi.spyOn(log, "error").mockImplementation(() => undefined);
  onTestFinished(() => seen.mockRestore());
  return seen.mock.calls;
}

describe("a document", () => {
  it("passes typed data to the scripts unchanged and safely escaped", async () => {
    const html = await (await served(result)()).text();
    expect(handedOver(html)).toContain(TYPED);
    expect(html.match(/<\/body>/g)).toHaveLength(1);
    expect(html.endsWith("window.__remixContext.streamController.close();</script></body></html>")).toBe(
      true,
    );
    expect(html).not.toContain("<script>alert");
  });

  it("has a nonce on every script", async () => {
    const html = await (await served(result)()).text();
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((tag) => !tag.includes('nonce="bm9uY2U="'))).toEqual([]);
  });

  it("has no scripts and no second copy of its data if it is a light page (without the framework)", async () => {
    const html = await (await served({ ...result, light: true })()).text();
    expect(html).not.toContain("<script");
    expect(html).toContain("<p>$&amp; $&#x27;");
  });

  it("contains its styles for a browser that hasn't loaded them, and lists their files for the next page", async () => {
    const noted: string[] = [];
    const styles: InlineStylesSource = {
      textOf: (href) => (href === "/assets/large.css" ? null : `b{content:'${href.length}$&$1'}`),
      isShared: (href) => href === "/assets/root.css",
      carried: () => void noted.push("carried"),
    };
    const links = ["/assets/root.css", "/assets/own.css", "/assets/large.css"].map(
      (href) => `<link rel="stylesheet" href="${href}"/>`,
    );
    const html = await (await served({ ...result, light: true })("/", {}, styles)).text();
    expect(html).toContain(
      `<style nonce="bm9uY2U=" data-of="/assets/root.css">b{content:'16$&$1'}</style><style nonce="bm9uY2U=" data-of="/assets/own.css">b{content:'15$&$1'}</style>${links[2]}<noscript><link rel="prefetch" as="style" href="/assets/root.css"/></noscript></head>`,
    );
    expect([links.filter((link) => html.includes(link)), noted]).toEqual([[links[2]], ["carried"]]);
    // The same page for a browser that has them, one that React takes over, and one whose styles can't be carried.
    const none = { ...styles, textOf: () => null };
    for (const [light, given] of [[true], [false, styles], [true, none]] as const)
      expect(await (await served({ ...result, light })("/", {}, given)).text()).toContain(
        `${links.join("")}</head>`,
      );
    expect(noted).toEqual(["carried"]);
  });

  it.each([
    ["br, gzip", "br", (b: Buffer) => brotliDecompressSync(b)],
    ["gzip", "gzip", (b: Buffer) => gunzipSync(b)],
    ["br;q=0, gzip;q=0.5", "gzip", (b: Buffer) => gunzipSync(b)],
    ["identity", null, (b: Buffer) => b],
  ])("is compressed completely for a browser that accepts %s encoding", async (accept, encoding, open) => {
    const response = await served(result)("/", { headers: { "Accept-Encoding": accept } });
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
    expect(response.headers.get("Content-Length")).toBe(String(body.byteLength));
    expect(response.headers.get("Vary")).toBe("Accept-Encoding, Save-Data, Cookie");
    expect(open(body).toString()).toMatch(/^<!DOCTYPE html><html/);
  });

  it("is never cached, and neither is its data request", async () => {
    const ask = served(result);
    expect((await ask()).headers.get("Cache-Control")).toBe("private, no-store");
    const data = await ask("/_root.data");
    expect(data.status).toBe(200);
    expect(data.headers.get("Cache-Control")).toBe("private, no-store");
  });
});

describe("an error", () => {
  it("thrown in a loader is logged once with its request, and its text isn't shown", async () => {
    const logged = faults();
    const response = await served({
      loader: () => {
        throw new Error("the safe's combination");
      },
    })("/?token=s3cret");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("combination");
    expect(logged).toMatchObject([
      [{ err: { message: "the safe's combination" }, requestId: "request-1", path: "/" }, "request failed"],
    ]);
  });

  it("thrown during rendering shows the error page", async () => {
    const logged = faults();
    const response = await served({
      ...result,
      Component: () => {
        throw new Error("cannot draw");
      },
    })();
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("Something went wrong");
    expect(logged).toHaveLength(1);
  });

  it("caused by the caller isn't logged: an unknown address, or a post to a page without forms", async () => {
    const logged = faults();
    expect((await served(result)("/nowhere")).status).toBe(404);
    expect((await served(result)("/?index", { method: "POST", body: "a=1" })).status).toBe(405);
    expect(logged).toEqual([]);
  });

  it("thrown after the caller has disconnected isn't logged", async () => {
    const logged = faults();
    const left = new AbortController();
    const answer = served({
      loader: () => {
        left.abort();
        throw new Error("nobody waits");
      },
    })("/", { signal: left.signal });
    await answer.catch(() => undefined);
    expect(logged).toEqual([]);
  });
});
