import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createVolumeSchema } from "~/lib/units/measures";
import { API_CALLS } from "./calls.server";
import { formatSchemaType, listDocumentedCalls } from "./document.server";
import { buildOpenApiDocument } from "./openapi.server";

const document = buildOpenApiDocument("https://timbertally.test", "0.1.0");
type Operation = {
  operationId: string;
  description?: string;
  parameters: { name?: string; in?: string }[];
  requestBody?: unknown;
};
const paths = document.paths as Record<string, Record<string, Operation>>;

describe("OpenAPI document", () => {
  test("the OpenAPI document passes a validator", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, "3.1"]);
  });

  test("the validator rejects an invalid document", async () => {
    const spoiled = structuredClone(document) as { paths: Record<string, unknown> };
    spoiled.paths["/api/trip-tickets"] = { post: { responses: "some" } };
    expect((await new Validator().validate(spoiled)).valid).toBe(false);
  });

  test("the document lists every call once, with its path parameters and body fields", () => {
    expect(Object.keys(paths)).toEqual(Object.keys(API_CALLS));
    const ids = Object.values(paths).flatMap((p) => Object.values(p).map((o) => o.operationId));
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, operations] of Object.entries(paths))
      for (const operation of Object.values(operations)) {
        const inPath = operation.parameters.filter((p) => p.in === "path").map((p) => `{${p.name}}`);
        expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
      }
    const search = JSON.stringify(paths["/api/trip-tickets/search"]?.post?.requestBody);
    for (const name of ["job_ids", "trip_ticket_status_ids", "trip_ticket_numbers", "take", "skip", "sort"])
      expect(search).toContain(`"${name}"`);
    expect(JSON.stringify(paths["/api/trip-tickets/{id}"]?.put?.requestBody)).not.toContain('"id"');
  });

  test("every reference in the document resolves", () => {
    for (const [, name = ""] of JSON.stringify(document).matchAll(/"\$ref":"#\/(components\/[^"]+)"/g)) {
      const match = name.split("/").reduce<unknown>((target, key) => (target as never)?.[key], document);
      expect(match, name).toBeTypeOf("object");
    }
  });

  test("documents the columns of an export, and a job's file as JSON", () => {
    const body = JSON.stringify(paths["/api/trip-tickets/export"]?.post?.requestBody);
    for (const key of ["load_id", "scaled_volume", "net_pounds"]) expect(body).toContain(`"${key}"`);
    const file = paths["/api/jobs/{job_id}/file"]?.post?.requestBody as { content: object };
    expect(Object.keys(file.content)).toEqual(["multipart/form-data", "application/json"]);
  });

  test("documents how to confirm every call that may ask for confirmation", () => {
    const asking = Object.values(API_CALLS)
      .flatMap((calls) => Object.values(calls))
      .flatMap((call) => ("file" in call ? [] : [call.procedure]))
      .flatMap(({ name, input }) =>
        [
          ...JSON.stringify(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })).matchAll(
            /"(\w+_anyway)":/g,
          ),
        ].map(([, field = ""]) => ({ name, field })),
      );
    expect(asking.length).toBeGreaterThan(8);
    const operations = Object.values(paths).flatMap((operations) => Object.values(operations));
    for (const { name, field } of asking) {
      const operation = operations.find(({ operationId }) => operationId === name);
      expect(operation?.description, name).toContain(`errors.${field}. Send ${field}: true`);
    }
  });

  test("describes a file response as a binary file", () => {
    const image = paths["/api/trip-tickets/{trip_ticket_id}/photos/{photo_id}/image"]?.get;
    expect(JSON.stringify(image)).toContain('"application/octet-stream"');
    expect(image?.operationId).toBe("getPhotoFile");
  });
});

describe("API documentation for people", () => {
  const words = (type: z.ZodType) =>
    formatSchemaType(z.toJSONSchema(type, { io: "input" }) as Record<string, unknown>);
  test.each<[string, z.ZodType]>([
    ["whole number", z.number().int()],
    ["whole number, 1 to 7", z.number().int().min(1).max(7)],
    ["whole number, from 0 or null", z.number().int().min(0).nullable()],
    ["text, up to 60 characters", z.string().max(60)],
    ["text, up to 40 characters or number or null", createVolumeSchema().nullable()],
    ["list of whole numbers", z.array(z.number().int())],
    ["name, number", z.enum(["name", "number"])],
    ["-1 or whole number, 1 to 100", z.union([z.literal(-1), z.number().int().min(1).max(100)])],
    ["true or false", z.boolean()],
    ["anything", z.unknown()],
  ])("%s", (expected, type) => expect(words(type)).toBe(expected));

  const calls = listDocumentedCalls().flatMap((group) => group.calls);

  test("shows every call's fields, which of the fields are required, and the response", () => {
    const put = calls.find((c) => c.id === "updateTicket");
    expect(put).toMatchObject({ method: "PUT", path: "/api/trip-tickets/{id}", form: false, query: [] });
    expect(put?.body).toContainEqual({ name: "version", type: "whole number", required: true });
    expect(put?.answer).toEqual({ status: "200", fields: ["id", "warnings"] });
    const get = calls.find((c) => c.id === "getTicket");
    expect(get?.answer.fields?.slice(0, 2)).toEqual(["trip_ticket", "job"]);
    const photo = calls.find((c) => c.id === "addPhoto");
    expect(photo?.form).toBe(true);
    expect(photo?.body).toContainEqual({ name: "photo", type: "file", required: true });
    expect(calls.find((c) => c.id === "getJobFile")?.answer).toEqual({ status: "200", fields: null });
    expect(calls.find((c) => c.id === "listStates")?.query.map((field) => field.name)).toContain("include");
  });

  test("lists every call once, under its section", () => {
    const groups = listDocumentedCalls();
    expect(groups.filter((group) => group.calls.length === 0)).toEqual([]);
    const aboutOf = (id: string) => groups.find((group) => group.calls.some((call) => call.id === id))?.about;
    expect(
      ["getTicket", "startBulk", "getJob", "addRoad", "addJobComment", "listStates", "updateLocation"].map(
        aboutOf,
      ),
    ).toEqual([
      "Trip tickets",
      "Trip tickets",
      "Jobs",
      "Jobs",
      "Comments",
      "Reference lists",
      "Companies and places",
    ]);
    expect(new Set(calls.map((c) => c.id)).size).toBe(Object.values(paths).flatMap(Object.values).length);
  });
});
