import { describe, expect, test } from "vitest";
import { AppError } from "./refusal";
import { mergeInput } from "./rest-input";

const PUT = (body: Record<string, unknown>, call = {}) =>
  mergeInput("PUT", call, { query: {}, body, path: { id: 7 } });

const refused = (make: () => unknown): string[] => {
  try {
    make();
  } catch (error) {
    return error instanceof AppError ? Object.keys(error.facts.fields ?? {}) : ["?"];
  }
  return [];
};

describe("merging a call's input from path, query and body", () => {
  test.each<[string, Record<string, unknown>, object, Record<string, unknown>]>([
    ["the body and the path", { name: "A" }, {}, { name: "A", id: 7 }],
    ["an id said once more", { id: 7, name: "A" }, {}, { name: "A", id: 7 }],
    ["an id by its other name", { job_id: 7 }, { named: { job_id: "id" } }, { id: 7 }],
    ["fields in dto", { dto: { name: "A" } }, { dto: true }, { name: "A", id: 7 }],
    [
      "ids beside dto",
      { id: 7, job_id: 7, dto: { name: "A" } },
      { dto: true, named: { job_id: "id" } },
      { name: "A", id: 7 },
    ],
    ["fields beside each other where dto may be", { name: "A" }, { dto: true }, { name: "A", id: 7 }],
    ["a dto that the call knows nothing of, for its schema to refuse", { dto: {} }, {}, { dto: {}, id: 7 }],
  ])("%s", (_what, body, call, expected) => {
    expect(PUT(body, call)).toEqual(expected);
  });

  test.each<[string, Record<string, unknown>, object, string]>([
    ["another id than the path's", { id: 8 }, {}, "id"],
    ["another id in dto", { dto: { id: 8 } }, { dto: true }, "id"],
    ["another id by its other name", { job_id: 8 }, { named: { job_id: "id" } }, "job_id"],
    ["a field beside dto", { name: "A", dto: { name: "B" } }, { dto: true }, "dto"],
    ["a dto of another kind", { dto: [] }, { dto: true }, "dto"],
    ["no dto at all", { dto: null }, { dto: true }, "dto"],
  ])("refuses %s", (_what, body, call, field) => {
    expect(refused(() => PUT(body, call))).toEqual([field]);
  });

  test("accepts only the query names that the call lists, and the version of a DELETE", () => {
    const of = (method: string, call = {}) =>
      mergeInput(method, call, { query: { version: 3, take: 5 }, body: {}, path: {} });
    expect(of("GET")).toEqual({ version: 3, take: 5 });
    expect(of("DELETE")).toEqual({ version: 3 });
    expect(of("POST")).toEqual({});
    expect(of("POST", { query: ["take"] })).toEqual({ take: 5 });
  });
});
