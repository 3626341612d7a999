import { expect, inject, test } from "vitest";
import { openDatabase } from "../../db/client.server";
import { type Caller, signInPerson } from "./support/caller";

/** Check what a second visit costs, and that nobody gets an outdated page or another user's page. */
const PATHS = ["/", "/trip-tickets", "/jobs", "/production", "/notifications", "/more"];

const tagOf = async (person: Caller, path: string) => (await person.ask(path)).headers.get("ETag") ?? "";
const ask = (person: Caller, path: string, tag: string) =>
  person.ask(path, { headers: { "If-None-Match": tag } });
const head = (headers: Headers) => [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");

test("returns 304 and headers only for an unchanged page", async () => {
  const person = await signInPerson(inject("served").url, "ida");
  for (const path of PATHS) {
    // Lists save their state in a cookie, so visit each list once before reading its ETag.
    await person.ask(path);
    const tag = await tagOf(person, path);
    expect([path, tag]).toEqual([path, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
    const again = await ask(person, path, tag);
    expect([path, again.status, again.text]).toEqual([path, 304, ""]);
    expect(again.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(again.headers.get("ETag")).toBe(tag);
    expect(again.headers.has("Content-Security-Policy")).toBe(false);
    expect(head(again.headers).length, path).toBeLessThan(700);
  }
});

test("a page rendered twice within a minute has the same ETag, whatever else has changed", async () => {
  const person = await signInPerson(inject("served").url, "ida");
  const minute = () => Math.floor(Date.now() / 60_000);
  for (const path of PATHS) {
    await person.ask(path);
    let tags: string[] = [];
    for (let began = -1; began !== minute(); ) {
      began = minute();
      // Request the page without an ETag, so that it's rendered each time.
      tags = [await tagOf(person, path), await tagOf(person, path)];
    }
    expect([path, tags[1]]).toEqual([path, tags[0]]);
  }
});

test("a ticket page's ETag changes after a new comment, and differs for another company's user", async () => {
  const { url } = inject("served");
  const people = ["manager", "ida", "hauler"].map((who) => signInPerson(url, who));
  const [manager, ida, hauler] = (await Promise.all(people)) as [Caller, Caller, Caller];
  const tag = await tagOf(manager, "/trip-tickets/3");
  const others = await ask(hauler, "/trip-tickets/3", tag);
  expect(others.status).toBe(200);
  expect(others.headers.get("ETag")).not.toBe(tag);
  const result = { submission_id: crypto.randomUUID(), content: "The gate is shut after six" };
  expect((await ida.ask("/trip-tickets/3/comments", { form: result })).status).toBe(303);
  const changed = await ask(manager, "/trip-tickets/3", tag);
  expect(changed.status).toBe(200);
  expect(changed.text).toContain("The gate is shut after six");
});

/** A link to a job on the map, which also appears together with a link to a destination. */
const A_JOB = /href="\/jobs\/\d+"/;

test("removing a permission changes every affected page at the next visit, even if responses are cached", async () => {
  const { url, databaseUrl } = inject("served");
  const db = await openDatabase({ url: databaseUrl });
  // The user's crew may see jobs, and she is its only member.
  const letRead = (can: 0 | 1) =>
    db.client.execute({
      sql: `UPDATE crew_permission SET can_read = ? WHERE crew_id IN (SELECT m.crew_id FROM crew_member m JOIN user u ON u.id = m.user_id
        WHERE u.email = 'lempi@demo.test')`,
      args: [can],
    });
  const lempi = await signInPerson(url, "lempi");
  const pages = ["/", "/map", "/jobs"];
  const held = new Map<string, string>();
  for (const path of pages) {
    await lempi.ask(path);
    held.set(path, await tagOf(lempi, path));
    expect([path, (await ask(lempi, path, held.get(path) ?? "")).status]).toEqual([path, 304]);
  }
  expect((await lempi.ask("/map")).text).toMatch(A_JOB);
  try {
    await letRead(0);
    for (const path of pages) {
      const { status, headers, text } = await ask(lempi, path, held.get(path) ?? "");
      expect([path, status]).not.toEqual([path, 304]);
      expect(headers.get("ETag"), path).not.toBe(held.get(path));
      if (path === "/map") expect(text).not.toMatch(A_JOB);
    }
  } finally {
    await letRead(1);
    await db.close();
  }
});

test("a page with a form is rendered for each visit, so that every form gets a unique submission id", async () => {
  const person = await signInPerson(inject("served").url, "ida");
  const idOf = (text: string) => /name="submission_id" value="([^"]+)"/.exec(text)?.[1];
  for (const path of ["/jobs/1", "/jobs/1/comments", "/trip-tickets/3/comments"]) {
    await person.ask(path);
    const first = await person.ask(path);
    const stored = ["Cache-Control", "ETag"].map((name) => first.headers.get(name));
    expect([path, ...stored]).toEqual([path, "private, no-cache", null]);
    const again = await ask(person, path, "*");
    expect([path, again.status]).toEqual([path, 200]);
    expect(idOf(again.text)).toMatch(/^[\w-]{20,}$/);
    expect(idOf(again.text)).not.toBe(idOf(first.text));
  }
});

test("a signed-out visitor gets no 304 for another user's cached page", async () => {
  const { url } = inject("served");
  const person = await signInPerson(url, "multi");
  const tag = await tagOf(person, "/jobs");
  const before = new Map(person.jar);
  expect((await person.ask("/logout", { form: {} })).headers.get("Clear-Site-Data")).toBe('"cache"');
  for (const jar of [person.jar, before]) {
    for (const [name, value] of jar) person.jar.set(name, value);
    const answer = await ask(person, "/jobs", tag);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login?next=%2Fjobs"]);
  }
  const stranger = await signInPerson(url, "nobody");
  expect((await ask(stranger, "/jobs", tag)).status).toBe(302);
});

test("browsers cache neither public, money and account pages nor errors for missing pages", async () => {
  const { url } = inject("served");
  const manager = await signInPerson(url, "manager");
  for (const path of ["/settlements", "/profile", "/company/people", "/trip-tickets/99999999"]) {
    const { headers } = await manager.ask(path);
    expect([path, headers.get("Cache-Control"), headers.get("ETag")]).toEqual([
      path,
      "private, no-store",
      null,
    ]);
  }
  const { headers } = await (await signInPerson(url, "nobody")).ask("/login");
  expect(headers.get("ETag")).toBeNull();
});
