import { randomUUID } from "node:crypto";
import { type APIRequestContext, type Page, request } from "@playwright/test";
import sharp from "sharp";
import type { z } from "zod";
import {
  commentsOutput,
  createdCommentOutput,
  createdPhotoOutput,
  photosOutput,
} from "../app/modules/comments/rules/output";
import { auditsOutput } from "../app/modules/history/rules/output";
import * as reference from "../app/modules/reference/rules/output";
import { createdTicketsOutput, deletedTicketOutput } from "../app/modules/trip-tickets/rules/output";
import { ticketListOutput, ticketRecordOutput } from "../app/modules/trip-tickets/rules/ticket-output";
import { refusedOutput } from "../app/web/output";
import { expect, getAppUrl, test } from "./support/test";

/** Create an API key on the API key page as an admin does, and return the key, which the page shows only once. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.goto("/company/api-keys");
  await page.getByLabel("Name of the new key").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(`The key "${name}" was created.`)).toBeVisible();
  return page.locator("code.secret").first().innerText();
}

const program = (token: string) =>
  request.newContext({ baseURL: getAppUrl(), extraHTTPHeaders: { Authorization: `Bearer ${token}` } });

const nameOf = (project: string) => `Scale house ${project} ${randomUUID().slice(0, 6)}`;

test("@asked an admin creates an API key, sees it once, calls with it, and revokes it", async ({
  as,
}, info) => {
  const page = await as("mill");
  const name = nameOf(info.project.name);
  const token = await makeKey(page, name);
  expect(token).toMatch(/^ttk_[\w-]{16}\.[\w-]{43}$/);
  const caller = await program(token);
  const response = await caller.post("/api/trip-tickets/search", { data: { take: 3 } });
  expect(response.status()).toBe(200);
  await page.goto("/company/api-keys");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("last used");
  expect(await page.content()).not.toContain(token.split(".")[1]);

  await row.getByRole("link", { name: "Revoke" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(`Revoke the key "${name}"`);
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").last()).toHaveText(
    "API Keys",
  );
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(row).toContainText("revoked");
  await expect(row.getByRole("link", { name: "Revoke" })).toHaveCount(0);
  const after = await caller.post("/api/trip-tickets/search", { data: {} });
  expect([after.status(), await after.json()]).toEqual([
    401,
    { message: "This API key isn't valid or was revoked." },
  ]);
  await caller.dispose();
});

test("@asked a key without a unique name is refused with an error next to the field", async ({
  as,
}, info) => {
  const page = await as("hauler");
  await page.goto("/company/api-keys");
  await page.getByLabel("Name of the new key").fill("   ");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter a name for the key");
  const name = nameOf(info.project.name);
  await makeKey(page, name);
  await page.getByLabel("Name of the new key").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("alert")).toContainText("You already have a key with this name");
  await expect(page.getByLabel("Name of the new key")).toHaveValue(name);
});

test("@asked the API's documentation page lists every call of the OpenAPI document", async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The API");
  await page.getByRole("link", { name: "POST /api/trip-tickets/search" }).click();
  await expect(page.locator("#searchTickets")).toContainText("trip_ticket_status_ids");
  const document = (await (await page.request.get("/api/openapi.json")).json()) as { paths: object };
  for (const path of Object.keys(document.paths))
    await expect(page.locator("h3", { hasText: path }).first()).toBeVisible();
  await expect(page.locator("#getTicket")).toContainText("Answers 200 with trip_ticket, job");
});

test("@script the API's documentation page fits a phone", async ({ page }) => {
  await page.goto("/api/docs");
  await page.setViewportSize({ width: 390, height: 844 });
  const { width } = (await page.locator("#updateTicket").boundingBox()) ?? { width: 0 };
  const fields = await page.locator("#updateTicket dl").boundingBox();
  expect(fields?.width ?? 999).toBeLessThanOrEqual(width);
  expect(width).toBeLessThanOrEqual(390);
});

test.describe("@asked API responses match their schemas", () => {
  let caller: APIRequestContext;
  const read = async (path: string, schema: z.ZodType) => {
    const answer = await caller.get(path);
    expect(answer.status(), path).toBe(200);
    const body: unknown = await answer.json();
    schema.parse(body);
    return body as Record<string, unknown[]> & { meta: { total: number } };
  };
  const send = async (method: string, path: string, data: object, headers: Record<string, string> = {}) => {
    const answer = await caller.fetch(path, { method, data, headers });
    return { status: answer.status(), body: (await answer.json()) as Record<string, never> };
  };

  test.beforeEach(async ({ as }, info) => {
    caller = await program(await makeKey(await as("manager"), nameOf(info.project.name)));
  });
  test.afterEach(() => caller.dispose());

  test("reference data matches its schema, in one response or in pages, with the requested includes", async () => {
    expect((await read("/api/trip-ticket-statuses", reference.ticketStatusesOutput)).meta.total).toBe(7);
    await read("/api/product-types", reference.productTypesOutput);
    await read("/api/products", reference.productsOutput);
    const species = await read("/api/wood-species", reference.woodSpeciesOutput);
    expect(species.wood_species).toHaveLength(species.meta.total);
    expect((await read("/api/wood-species?take=5&skip=2", reference.woodSpeciesOutput)).wood_species).toEqual(
      species.wood_species?.slice(2, 7),
    );
    expect((await read("/api/wood-unit-types", reference.woodUnitTypesOutput)).meta.total).toBe(3);
    const states = await read("/api/state?include=country,county_count", reference.statesOutput);
    expect(JSON.stringify(states.states)).toContain('"country":{"id":1,"name":"United States"}');
    const counties = await read("/api/county/26?include=geom,state", reference.countiesOutput);
    expect(counties.meta.total).toBe(83);
    expect(JSON.stringify(counties.counties?.[0])).toContain('"coordinates"');
    expect(JSON.stringify(await read("/api/county/26", reference.countiesOutput))).not.toContain(
      "coordinates",
    );
    await read("/api/entity?include=permissions", reference.entitiesOutput);
    await read("/api/releases", reference.releasesOutput);
    for (const path of ["/api/county/99", "/api/county/x"])
      expect((await caller.get(path)).status()).toBe(404);
    for (const path of [
      "/api/state?include=secrets",
      "/api/state?take=0",
      "/api/state?take=1&take=2",
      "/api/state?x=1",
    ])
      expect((await caller.get(path)).status(), path).toBe(422);
  });

  test("company search returns locations if the include is in the query string or in the body", async () => {
    const mills = { searchTerm: "", type: ["is_mill"] };
    const plain = await send("POST", "/api/company/search", mills);
    expect(JSON.stringify(plain.body)).not.toContain("company_location");
    const query = await send("POST", "/api/company/search?include=location", mills);
    expect(query.body).toEqual(
      (await send("POST", "/api/company/search", { ...mills, include: "location" })).body,
    );
    expect(JSON.stringify(query.body)).toContain('"company_location":[{');
    expect((await send("POST", "/api/company/search?include=prices", mills)).status).toBe(422);
  });

  test("a ticket can be created, found, changed in status, commented on, given a photo, and deleted", async () => {
    const key = randomUUID();
    const created = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746, loads: 2 };
    const first = await send("POST", "/api/trip-tickets", created, { "Idempotency-Key": key });
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    createdTicketsOutput.parse(first.body);
    const again = await send("POST", "/api/trip-tickets", created, { "Idempotency-Key": key });
    expect(again).toEqual(first);
    const other = await send(
      "POST",
      "/api/trip-tickets",
      { ...created, loads: 1 },
      { "Idempotency-Key": key },
    );
    expect(other.body.message).toMatch(/^This Idempotency-Key was already used/);
    expect(other.status).toBe(409);
    const path = `/api/trip-tickets/${first.body.id}`;

    const record = ticketRecordOutput.parse(await read(path, ticketRecordOutput));
    const changed = {
      version: 2,
      trip_ticket_status_id: 6,
      trip_ticket_priority_id: 1,
      comment: "By program",
    };
    expect((await send("PUT", path, changed)).status).toBe(200);
    const stale = await send("PUT", path, { version: 2, trip_ticket_priority_id: 3 });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ version: 2, trip_ticket_priority: "High" });
    refusedOutput.parse(stale.body);

    const search = { trip_ticket_numbers: [record.trip_ticket.trip_ticket_number], job_ids: [1] };
    const match = await send("POST", "/api/trip-tickets/search", search);
    ticketListOutput.parse(match.body);
    expect(match.body.trip_tickets).toMatchObject([
      { trip_ticket: { id: first.body.id, version: 2 }, trip_ticket_status: { name: "Is In Yard" } },
    ]);

    const audits = await read(`${path}/audits`, auditsOutput);
    expect(audits.audits?.map((a) => (a as { activity: string }).activity)).toEqual([
      "comment_added",
      "trip_ticket_updated",
      "trip_ticket_created",
    ]);
    expect((await read(`${path}/audits?take=1&skip=1`, auditsOutput)).audits).toEqual(
      audits.audits?.slice(1, 2),
    );

    const commented = await send("POST", `${path}/comments`, { content: "Second" });
    createdCommentOutput("ticket").parse(commented.body);
    const comment = `${path}/comments/${commented.body.comment_id}`;
    expect((await send("PUT", comment, { version: 2, content: "Second, mended" })).status).toBe(200);
    const comments = await read(`${path}/comments`, commentsOutput);
    expect(comments.comments?.map((c) => (c as { content: string }).content)).toEqual([
      "Second, mended",
      "By program",
    ]);
    expect((await send("DELETE", comment, { version: 3 })).status).toBe(200);

    const picture = { create: { width: 40, height: 30, channels: 3 as const, background: "#395" } };
    const buffer = await sharp(picture).png().toBuffer();
    const sent = await caller.post(`${path}/photos`, {
      multipart: { photo: { name: "a.png", mimeType: "image/png", buffer }, caption: "From the crane" },
    });
    expect(sent.status(), await sent.text()).toBe(201);
    createdPhotoOutput("ticket").parse(await sent.json());
    const [photo] = (await read(`${path}/photos`, photosOutput)).photos as {
      photo_url: string;
      id: number;
    }[];
    const image = await caller.get(photo?.photo_url ?? "");
    expect([image.status(), image.headers()["content-type"]]).toEqual([200, "image/webp"]);
    expect((await send("DELETE", `${path}/photos/${photo?.id}`, { version: 2 })).status).toBe(200);

    const deleted = await send("DELETE", path, { version: 3 });
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
    deletedTicketOutput.parse(deleted.body);
    expect((await caller.get(path)).status()).toBe(404);
  });

  test("the ticket list returns all tickets in one response, as many as its total, each matching its schema", async () => {
    const { status, body } = await send("POST", "/api/trip-tickets/search", { take: -1 });
    expect(status).toBe(200);
    const { trip_tickets, meta } = ticketListOutput.parse(body) as unknown as {
      trip_tickets: unknown[];
      meta: { total: number };
    };
    expect(trip_tickets.length).toBe(meta.total);
    expect(meta.total).toBeGreaterThan(100);
  });

  test("unknown addresses and ids return errors in the API's format", async ({ as }) => {
    for (const [path, status] of [
      ["/api/nothing", 404],
      ["/api/trip-tickets/abc", 404],
      ["/api/trip-tickets/0", 422],
      ["/api/trip-tickets/987654321", 404],
      ["/api/trip-tickets/1/photos/1x/image", 404],
    ] as const) {
      const answer = await caller.get(path);
      expect([path, answer.status()]).toEqual([path, status]);
      refusedOutput.parse(await answer.json());
    }
    const wrong = await request.newContext({
      baseURL: getAppUrl(),
      extraHTTPHeaders: { "X-Client-Key": "ttk_aaaaaaaaaaaaaaaa", "X-Client-Secret": "x".repeat(43) },
    });
    expect((await wrong.get("/api/state")).status()).toBe(401);
    await wrong.dispose();
    // A wrong key is refused even if the browser is signed in: the request must not run as the signed-in user instead.
    const signedIn = (await as("manager")).request;
    const both = await signedIn.get("/api/state", { headers: { Authorization: "Bearer nonsense" } });
    expect(both.status()).toBe(401);
    expect((await signedIn.get("/api/state")).status()).toBe(200);
  });
});
