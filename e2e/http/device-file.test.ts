import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import type { QueuedForm } from "../../app/modules/offline/rules/kept-forms";
import { buildOutboxFile } from "../../app/modules/offline/rules/outbox-file";
import { type Caller, signInPerson } from "./support/caller";
import { createStoredComment, createStoredLoad, readFormOwner } from "./support/kept-forms";

/** Super users' page that reads a device's file and sends its forms for their author (docs/no-signal.md). */
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

test("a super user sees a file's forms, and sends each once for its author, with a reason that everyone can see", async () => {
  const support = await signInPerson(url(), "super");
  const who = await readFormOwner(url(), "hauler");
  const driver = await signInPerson(url(), "hauler");
  const content = `Soft by the gate ${randomUUID()}`;
  const items = [...createStoredLoad(who).items, createStoredComment(who, content)];
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
  // The load's history shows its author, the original time, and that support sent the form.
  const load = items.find(({ action }) => action.startsWith("/trip-tickets/new"));
  const { text } = await driver.ask(load?.action ?? "", {
    bytes: new Uint8Array(load?.body ?? new ArrayBuffer(0)),
    headers: { "Content-Type": load?.type ?? "", "X-Replay": `${who.user}.${who.company}` },
  });
  const ticket = wordsOf(await driver.read(JSON.parse(text).href));
  expect(ticket).toContain("Sent for the writer by support");
});

test("if the author's device later sends the same form, the response reports it as saved, and nothing is added", async () => {
  const support = await signInPerson(url(), "super");
  const who = await readFormOwner(url(), "hauler");
  const driver = await signInPerson(url(), "hauler");
  const content = `From both ${randomUUID()}`;
  const item = createStoredComment(who, content);
  expect((await send(support, who, [item])).words).toContain("1 of 1 form saved");
  const { status, text } = await driver.ask("/jobs/1/comments", {
    bytes: new Uint8Array(item.body),
    headers: { "Content-Type": item.type, "X-Replay": `${who.user}.${who.company}` },
  });
  expect([status, JSON.parse(text).outcome]).toEqual([200, "saved"]);
  expect(times(await driver.read("/jobs/1/comments"), content)).toBe(1);
});

test("refuses forms that their author isn't allowed to send, and never applies the super user's rights", async () => {
  const support = await signInPerson(url(), "super");
  const [rival, hauler, operator] = [
    await readFormOwner(url(), "rival"),
    await readFormOwner(url(), "hauler"),
    await readFormOwner(url(), "super"),
  ];
  const content = `Let me in ${randomUUID()}`;
  const refused = await send(support, rival, [createStoredComment(rival, content)]);
  expect(refused.words).toContain("0 of 1 form saved for");
  expect(refused.words).toContain("Refused :");
  // Refuse an author of another company, and an author who is a super user.
  const stranger = { user: rival.user, company: hauler.company };
  const other = await look(support, buildOutboxFile([createStoredComment(stranger, content)]));
  expect(other.words).toMatch(/doesn't work for .+ anymore\. It can't be sent\./);
  expect((await send(support, stranger, [createStoredComment(stranger, content)])).status).toBe(422);
  const admin = { user: operator.user, company: hauler.company };
  expect((await send(support, admin, [createStoredComment(admin, content)])).status).toBe(422);
  expect(times(await (await signInPerson(url(), "hauler")).read("/jobs/1/comments"), content)).toBe(0);
});

test("refuses a file whose list differs from the forms in it, and refuses any other kind of file", async () => {
  const support = await signInPerson(url(), "super");
  const who = await readFormOwner(url(), "hauler");
  const honest = createStoredComment(who, "What is listed");
  const body = (fields: [string, string][]) =>
    new TextEncoder().encode(String(new URLSearchParams(fields))).buffer;
  // The page shows the text from the form's stored bytes, even if the list in the file shows a different text.
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

test("returns 404 to users who aren't super users, for the page and for reading or sending a file", async () => {
  const who = await readFormOwner(url(), "hauler");
  const content = `Not by you ${randomUUID()}`;
  for (const name of ["manager", "hauler", "new"]) {
    const person = await signInPerson(url(), name);
    const file = buildOutboxFile([createStoredComment(who, content)]);
    expect([name, (await person.ask(PAGE)).status]).toEqual([name, 404]);
    expect([name, (await look(person, file)).status]).toEqual([name, 404]);
    expect([name, (await send(person, who, [createStoredComment(who, content)])).status]).toEqual([
      name,
      404,
    ]);
  }
  const nobody = await signInPerson(url(), "nobody");
  expect((await send(nobody, who, [createStoredComment(who, content)])).status).toBe(401);
  expect(times(await (await signInPerson(url(), "hauler")).read("/jobs/1/comments"), content)).toBe(0);
});
