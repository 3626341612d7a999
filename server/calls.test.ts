import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import { passRequestsOn } from "./calls";

// As the server does when it starts.
passRequestsOn();

type Take = (args: { request: Request; params: object; context: unknown }) => unknown;

/** An app of one page below a layout, which says with its answer what its loaders and its action were given. */
function app(page: { loader?: Take; action?: Take } = {}) {
  const given: { request: Request; params: object; context: unknown; text?: string }[] = [];
  const loader: Take = (args) => {
    given.push(args);
    return null;
  };
  const action: Take = async (args) => {
    given.push({ ...args, text: await args.request.text() });
    return null;
  };
  const faults: unknown[] = [];
  const entry = {
    default: () => new Response("made"),
    handleError: (fault: unknown) => faults.push(fault),
  };
  const build = {
    mode: "production",
    isSpaMode: false,
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: { v3_singleFetch: true },
    entry: { module: entry },
    routes: {
      root: { id: "root", path: "", module: { default: () => null, loader } },
      page: {
        id: "page",
        parentId: "root",
        path: "loads/:id",
        module: { default: () => null, loader: page.loader ?? loader, action: page.action ?? action },
      },
    },
    assets: { version: "1", url: "/m.js", entry: { module: "/e.js", imports: [] }, routes: {} },
  } as unknown as ServerBuild;
  const answer = createRequestHandler(build, "production");
  return { given, faults, answer };
}

const request = (path: string, init?: RequestInit) => new Request(`http://127.0.0.1${path}`, init);

it("gives loaders the request itself, with its parameters and context", async () => {
  const { given, answer } = app();
  const asked = request("/loads/7?page=2", { headers: { Cookie: "a=b" } });
  const context = {} as never;
  expect(await (await answer(asked, context)).text()).toBe("made");
  expect(given).toHaveLength(2);
  for (const one of given) {
    expect(one.request).toBe(asked);
    expect(one.context).toBe(context);
    expect(one.params).toEqual({ id: "7" });
  }
});

it("gives an action what was posted, and the loaders after it a request to read", async () => {
  const { given, answer } = app();
  await answer(request("/loads/7", { method: "POST", body: "weight=12", headers: { Host: "127.0.0.1" } }));
  expect(given.map(({ request, text }) => [request.method, text])).toEqual([
    ["POST", "weight=12"],
    ["GET", undefined],
    ["GET", undefined],
  ]);
});

it.each([
  ["/loads/7?index&page=2", ["/loads/7?page=2", "/loads/7?page=2"]],
  ["/loads/7?page=2&index=3", ["/loads/7?page=2&index=3", "/loads/7?page=2&index=3"]],
  ["/loads/7?%69ndex&page=2", ["/loads/7?page=2", "/loads/7?page=2"]],
  ["/loads/7.data?_routes=page&page=2", ["/loads/7?page=2"]],
  ["/loads/7.data?page=2", ["/loads/7?page=2", "/loads/7?page=2"]],
])("what is Remix's own in %s, routes don't see", async (path, seen) => {
  const { given, answer } = app();
  await answer(request(path));
  expect(given.map(({ request }) => request.url.replace("http://127.0.0.1", ""))).toEqual(seen);
});

it("a loader that answers nothing is a fault, which is told", async () => {
  const { faults, answer } = app({ loader: () => undefined });
  await answer(request("/loads/7"));
  expect(String(faults)).toBe("Error: The loader or action of page answers nothing.");
});
