import { describe, expect, test } from "vitest";
import { API_SECTIONS, listPathNames } from "~/web/rest-call";
import { API_CALLS } from "./calls.server";
import { createCallFinder, createCallTable } from "./table";

const all = Object.entries(API_CALLS).flatMap(([path, doing]) =>
  Object.entries(doing).map(([method, call]) => ({ path, method, call })),
);
const find = createCallFinder(API_CALLS);

describe("API call table", () => {
  test("assigns every call to a documentation section (about)", () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ call }) => !API_SECTIONS.includes(call.about)).map(({ path }) => path)).toEqual([]);
  });

  test("every procedure serves one call and accepts the parameters in the call's address", () => {
    const names = all.map(({ call }) => call.procedure.name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    for (const { path, call } of all) {
      if ("input" in call) continue;
      const shape = "shape" in call.procedure.input ? Object(call.procedure.input.shape) : {};
      for (const name of listPathNames(path)) expect(Object.keys(shape), path).toContain(name);
    }
  });

  test("finds every address with any parameter values, ignoring letter case and a trailing slash", () => {
    for (const path of Object.keys(API_CALLS)) {
      const names = listPathNames(path);
      const address = path.replace(/\{\w+\}/g, () => "12");
      for (const query of [address, address.toUpperCase(), `${address}/`])
        expect(find(query), query).toMatchObject({
          path,
          params: Object.fromEntries(names.map((name) => [name, "12"])),
        });
      expect(find(`${address}/no/such`)).toBeNull();
      expect(find(`/${address}`)).toBeNull();
    }
  });
});

describe("API call lookup by address", () => {
  const finder = createCallFinder({
    "/a/{id}": 1,
    "/a/search": 2,
    "/a/{a_id}/b/{b_id}": 3,
    "/a/search/c": 4,
  });
  test.each<[string, unknown]>([
    ["/a/7", { path: "/a/{id}", at: 1, params: { id: "7" } }],
    ["/a/search", { path: "/a/search", at: 2, params: {} }],
    ["/a/7/b/8", { path: "/a/{a_id}/b/{b_id}", at: 3, params: { a_id: "7", b_id: "8" } }],
    // No route continues after "search", so it is treated as a parameter value.
    ["/a/search/b/8", { path: "/a/{a_id}/b/{b_id}", at: 3, params: { a_id: "search", b_id: "8" } }],
    ["/a/%73earch", { path: "/a/search", at: 2, params: {} }],
    ["/a/7%2Fb%2F8", { path: "/a/{id}", at: 1, params: { id: "7/b/8" } }],
    ["/a/%", { path: "/a/{id}", at: 1, params: { id: "%" } }],
    ["/a/__proto__", { path: "/a/{id}", at: 1, params: { id: "__proto__" } }],
    ["/a", null],
    ["/a//b/8", null],
    ["/a/7/b", null],
    ["/a/7/b/8/9", null],
    ["/", null],
    ["", null],
    ["a/7", null],
  ])("%s", (query, match) => expect(finder(query)).toEqual(match));

  test("rejects an address that differs only in parameter names, a duplicate call, and an unknown method", () => {
    expect(() => createCallFinder({ "/a/{id}": 1, "/a/{a_id}": 2 })).toThrow("under other names");
    const twice = [
      ["GET /a", 1],
      ["GET /a", 2],
    ] as const;
    expect(() => createCallTable(twice)).toThrow("said twice");
    expect(() => createCallTable([["GIVE /a", 1]])).toThrow("a method and a path");
    expect(createCallTable([...twice.slice(1), ["PUT /a", 3]])).toEqual({ "/a": { GET: 2, PUT: 3 } });
  });
});
