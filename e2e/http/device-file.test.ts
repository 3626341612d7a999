import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import type { QueuedForm } from "../../app/modules/offline/rules/kept-forms";
import { buildOutboxFile } from "../../app/modules/offline/rules/outbox-file";
import { type Caller, personAt } from "./support/caller";
import { keptComment, keptLoad, whoOf } from "./support/kept-forms";

/** The page for people who run the site that reads the file of a device and sends it for its writer (docs/no-signal.md). */
const PAGE = "/admin/not-sent";
const url = () => inject("served").url;

const wordsOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
async function ask(person: Caller, parts: Record<string, string | Blob>) {
  const { status, text } = await person.ask(PAGE, { parts });
  return { status, text, words: wordsOf(text) };
}
const look = (person: Caller, file: string) => ask(person, { file: new Blob([file]) });
const send = (
  person: Caller,
  who: { user: string; company: string },
  items: QueuedForm[],
  reason = "He asked",
) => ask(person, { file: buildOutboxFile(items), user_id: who.user, company_id: who.company, reason });

const times = (text: string, part: string) => text.split(part).length - 1;

test("a super user sees what a file holds, and sends it for its writer, once, with a reason that all can read", async () => {
  const support = await personAt(url(), "super");
  const who = await whoOf(url(), "hauler");
  const driver = await personAt(url(), "hauler");
  const content = `Soft by the gate ${randomUUID()}`;
  const items = [...keptLoad(who).items, keptComment(who, content)];
  const seen = await look(support, buildOutboxFile(items));
  expect(seen.status).toBe(200);
  expect(seen.words).toContain("4 forms, 4 not sent yet.");
  expect(seen.words).toContain(`Comment ${content}`);
  expect(seen.words).toContain("New trip ticket Not sent yet");
  expect(seen.words).toContain("Estimated volume 25");
  expect(times(await driver.read("/jobs/1/comments"), content)).toBe(0);

  const nameless = await send(support, who, items, "");
  expect([nameless.status, times(nameless.words, "Say why.")]).toEqual([422, 2]);
  expect(times(await driver.read("/jobs/1/comments"), content)).toBe(0);

  const reason = `His phone is broken ${randomUUID()}`;
  const sent = await send(support, who, items, reason);
  expect(sent.words).toContain("4 of 4 forms saved for");
  expect(sent.words).toContain("4 forms, all already arrived.");
  const again = await send(support, who, items);
  expect([again.status, again.words.includes("Everything in it has already arrived.")]).toEqual([422, true]);
  expect(times(await driver.read("/jobs/1/comments"), content)).toBe(1);

  const acts = await support.read("/admin/acts");
  expect(times(acts, reason)).toBe(1);
  expect(acts).not.toContain("The chain of acts is broken");
  expect(await driver.read("/profile")).toContain("Support sent what a device of yours hadn");
  // Entry in the load's history: the writer did it, then, and support sent it.
  const load = items.find(({ action }) => action.startsWith("/trip-tickets/new"));
  const { text } = await driver.ask(load?.action ?? "", {
    bytes: new Uint8Array(load?.body ?? new ArrayBuffer(0)),
    headers: { "Content-Type": load?.type ?? "", "X-Replay": `${who.user}.${who.company}` },
  });
  const ticket = wordsOf(await driver.read(JSON.parse(text).href));
  expect(ticket).toContain("Sent for the writer by support");
});

test("the writer's device, when it finds a signal after all, hears that it has arrived", async () => {
  const support = await personAt(url(), "super");
  const who = await whoOf(url(), "hauler");
  const driver = await personAt(url(), "hauler");
  const content = `From both ${randomUUID()}`;
  const item = keptComment(who, content);
  expect((await send(support, who, [item])).words).toContain("1 of 1 form saved");
  const { status, text } = await driver.ask("/jobs/1/comments", {
    bytes: new Uint8Array(item.body),
    headers: { "Content-Type": item.type, "X-Replay": `${who.user}.${who.company}` },
  });
  expect([status, JSON.parse(text).outcome]).toEqual([200, "saved"]);
  expect(times(await driver.read("/jobs/1/comments"), content)).toBe(1);
});

test("what its writer may not do isn't done for them either, and nobody is lent the rights of the site", async () => {
  const support = await personAt(url(), "super");
  const [rival, hauler, operator] = [
    await whoOf(url(), "rival"),
    await whoOf(url(), "hauler"),
    await whoOf(url(), "super"),
  ];
  const content = `Let me in ${randomUUID()}`;
  const refused = await send(support, rival, [keptComment(rival, content)]);
  expect(refused.words).toContain("0 of 1 form saved for");
  expect(refused.words).toContain("Refused :");
  // Refuse a writer of another company, and one who runs the site.
  const stranger = { user: rival.user, company: hauler.company };
  const other = await look(support, buildOutboxFile([keptComment(stranger, content)]));
  expect(other.words).toMatch(/doesn't work for .+ anymore\. It can't be sent\./);
  expect((await send(support, stranger, [keptComment(stranger, content)])).status).toBe(422);
  const admin = { user: operator.user, company: hauler.company };
  expect((await send(support, admin, [keptComment(admin, content)])).status).toBe(422);
  expect(times(await (await personAt(url(), "hauler")).read("/jobs/1/comments"), content)).toBe(0);
});

test("a file that says one thing and sends another isn't read, nor is any other file", async () => {
  const support = await personAt(url(), "super");
  const who = await whoOf(url(), "hauler");
  const honest = keptComment(who, "What is listed");
  const body = (fields: [string, string][]) =>
    new TextEncoder().encode(String(new URLSearchParams(fields))).buffer;
  // The page shows the text from the bytes, whatever the accompanying list says.
  const hidden = {
    ...honest,
    body: body([
      ["submission_id", honest.id],
      ["content", "What is sent"],
    ]),
  };
  const seen = await look(support, buildOutboxFile([hidden]));
  expect([seen.words.includes("What is sent"), seen.words.includes("What is listed")]).toEqual([true, false]);
  const elsewhere = {
    ...honest,
    body: body([
      ["submission_id", randomUUID()],
      ["content", "Twice"],
    ]),
  };
  for (const file of [
    buildOutboxFile([elsewhere]),
    buildOutboxFile([honest, honest]),
    buildOutboxFile([{ ...honest, action: "/company/people/new" }]),
    buildOutboxFile([{ ...honest, action: "/admin/users/1/rights" }]),
    "{}",
    "[]",
    "\u0000",
    "not a file",
  ]) {
    const { status, words } = await look(support, file);
    expect([file.slice(0, 40), status]).toEqual([file.slice(0, 40), 422]);
    expect(words).toContain("This isn't a file of what a device hasn't sent");
  }
  expect((await look(support, buildOutboxFile([]))).words).toContain("This file is empty.");
  expect((await ask(support, { reason: "x" })).words).toContain("Choose a file");
  const large = await look(support, "x".repeat(16 * 1024 * 1024 + 10));
  expect([large.status, large.words.includes("Choose a file of 16MB at most.")]).toEqual([413, true]);
});

test("nobody else finds the page, reads a file there or sends one", async () => {
  const who = await whoOf(url(), "hauler");
  const content = `Not by you ${randomUUID()}`;
  for (const name of ["manager", "hauler", "new"]) {
    const person = await personAt(url(), name);
    const file = buildOutboxFile([keptComment(who, content)]);
    expect([name, (await person.ask(PAGE)).status]).toEqual([name, 404]);
    expect([name, (await look(person, file)).status]).toEqual([name, 404]);
    expect([name, (await send(person, who, [keptComment(who, content)])).status]).toEqual([name, 404]);
  }
  const nobody = await personAt(url(), "nobody");
  expect((await send(nobody, who, [keptComment(who, content)])).status).toBe(401);
  expect(times(await (await personAt(url(), "hauler")).read("/jobs/1/comments"), content)).toBe(0);
});
