import { randomUUID } from "node:crypto";
import { request } from "@playwright/test";
import { expect, getAppUrl, test } from "./support/test";

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7\n%plan\n%%EOF"),
});

test("@asked values typed for a map, a road or a landing are still there after signing in again", async () => {
  const nobody = await request.newContext({ baseURL: getAppUrl() });
  const posts: [string, Record<string, string>][] = [
    ["/jobs/create/map", { coordinates: "44.123401, -84.5" }],
    ["/jobs/1/map/edit", { coordinates: "44.123402, -84.5", location_method: "pin" }],
    ["/jobs/1/map/edit", { areas: "44.123403, -84.5", act: "undo", location_method: "draw" }],
    ["/jobs/1/roads/new", { points: "44.123404, -84.5" }],
    ["/jobs/1/roads/1", { points: "44.123405, -84.5", act: "undo" }],
    ["/jobs/1/inventory/1", { estimated_volume_remaining: "44.123406" }],
    ["/jobs/1/inventory/1/deletion", { landing_id: "44123407" }],
  ];
  for (const [page, form] of posts) {
    const answer = await nobody.post(page, { form, maxRedirects: 0 });
    const text = await answer.text();
    expect([page, answer.status()]).toEqual([page, 401]);
    const carried = /name="carried" value="([^"]+)"/.exec(text)?.[1]?.replaceAll("&quot;", '"') ?? "null";
    expect(JSON.parse(carried)).toEqual({ action: page, fields: Object.entries(form) });
  }
  await nobody.dispose();
});

test("@asked if the response to deleting inventory is lost, deleting it again changes nothing and shows the same message", async ({
  as,
}) => {
  const { request: manager } = await as("manager");
  const response = await manager.post("/api/jobs/1/landings/1/inventory", {
    data: { product: "5-746-0", estimated_volume_remaining: 3, wood_unit_type_id: 2 },
  });
  expect(response.status()).toBe(201);
  const { id } = (await response.json()) as { id: number };
  const page = `/jobs/1/inventory/${id}/deletion`;
  const html = await (await manager.get(page)).text();
  const form = Object.fromEntries(
    ["submission_id", "version", "landing_id"].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "",
    ]),
  );
  for (const _again of [1, 2]) {
    const answer = await manager.post(page, { form, maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([
      303,
      "/jobs/1/landing?done=inventory-deleted",
    ]);
  }
});

test("@asked an API client adds a job's plan map and contracts in the job's body or as files", async ({
  as,
}) => {
  const { request: manager } = await as("manager");
  const name = `Programmed-${randomUUID().slice(0, 6)}`;
  const job_map = `data:application/pdf;base64,${pdf("x").buffer.toString("base64")}`;
  const draft = {
    name,
    us_state_id: 13,
    us_county_id: 13299,
    start_date: "2026-12-01",
    companies: [{ company_id: 3, is_hauler: true }],
  };
  const create = (map: string) =>
    manager.post("/api/jobs", {
      data: { request_user_company_id: 1, draft: { ...draft, job_map: map } },
      headers: { "Idempotency-Key": `${name}-${map.length}` },
    });
  const refused = await create("plan.pdf");
  expect([refused.status(), Object.keys((await refused.json()).errors)]).toEqual([422, ["draft.job_map"]]);
  const created = await create(job_map);
  expect([created.status(), (await created.json()).errors]).toEqual([201, undefined]);
  const { id } = (await created.json()) as { id: number };
  // Sending the same data again returns the existing job.
  expect(((await (await create(job_map)).json()) as { id: number }).id).toBe(id);
  const files = async () =>
    ((await (await manager.get(`/api/jobs/${id}/files`)).json()) as { files: Record<string, unknown>[] })
      .files;
  expect(await files()).toMatchObject([{ file_name: "Plan map.pdf", is_plan_map: true }]);
  const file = await manager.post(`/api/jobs/${id}/file`, {
    multipart: { file: pdf("newer.pdf"), is_plan_map: "true" },
  });
  expect(file.status()).toBe(201);
  expect((await files()).map((f) => [f.file_name, f.is_plan_map])).toEqual([
    ["newer.pdf", true],
    ["Plan map.pdf", false],
  ]);
  const wrong = await manager.post(`/api/jobs/${id}/file`, {
    multipart: { file: pdf("newer.pdf"), is_plan_map: "perhaps" },
  });
  expect(wrong.status()).toBe(422);
  const contract = await manager.put(`/api/jobs/${id}/companies/3/contract`, {
    multipart: { contract: pdf("deal.pdf"), role: "haul", version: "2", contract_name: "2026" },
  });
  expect([contract.status(), await contract.json()]).toEqual([200, { id: 3 }]);
  const { request: hauler } = await as("hauler");
  const page = await (await hauler.get(`/jobs/${id}/accept`)).text();
  expect(page).toContain(`/jobs/${id}/companies/3/contracts/haul/file`);
  const { request: logger } = await as("logger");
  const theirs = await logger.put(`/api/jobs/${id}/companies/3/contract`, {
    multipart: { role: "haul", version: "3", contract_name: "STOLEN" },
  });
  expect(theirs.status()).toBe(404);
  // Delete the job, so that other tests don't find it in lists.
  const { job } = (await (await manager.get(`/api/jobs/${id}`)).json()) as { job: { version: number } };
  expect((await manager.delete(`/api/jobs/${id}`, { data: { version: job.version + 1 } })).status()).toBe(
    200,
  );
});
