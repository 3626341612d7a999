import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { type Caller, signInPerson } from "./support/caller";

/** Test the responses to a device that resends forms which it stored without a signal (docs/no-signal.md). */
const COMMENTS = "/jobs/1/comments";
const HEADER = "X-Replay";

/** Return the user and company named in the page, as a device reads them. */
async function senderAt(person: Caller) {
  const html = await person.read("/outbox");
  return `${/data-user="(\d+)"/.exec(html)?.[1]}.${/data-company="(\d*)"/.exec(html)?.[1]}`;
}

const commentsThat = async (person: Caller, content: string) =>
  (await person.read(COMMENTS)).split(content).length - 1;

async function sends(person: Caller, path: string, form: Record<string, string>, sender: string) {
  const { status, headers, text } = await person.ask(path, { form, headers: { [HEADER]: sender } });
  expect(headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(headers.get("Cache-Control")).toContain("no-store");
  return { status, ...JSON.parse(text) };
}

test("applies a form that a device sends twice only once, and returns the address of the result", async () => {
  const person = await signInPerson(inject("served").url, "manager");
  const sender = await senderAt(person);
  const content = `Soft landing, ${randomUUID()}`;
  const form = { submission_id: randomUUID(), content };
  const first = await sends(person, COMMENTS, form, sender);
  expect(first).toMatchObject({ status: 200, outcome: "saved" });
  expect(first.href).toMatch(/^\/jobs\/1/);
  expect(await sends(person, COMMENTS, form, sender)).toEqual(first);
  // The form may also arrive first as a normal post; the device's resend then gets the same response.
  expect((await person.ask(COMMENTS, { form })).status).toBe(303);
  expect(await commentsThat(person, content)).toBe(1);
  const other = await sends(person, COMMENTS, { ...form, content: "Something else" }, sender);
  expect(other).toMatchObject({ status: 409, outcome: "refused", spent: true });
  expect(other.message).toContain("already sent with different answers");
});

test("a refused form's response contains the reason as text", async () => {
  const person = await signInPerson(inject("served").url, "manager");
  const sender = await senderAt(person);
  const empty = await sends(person, COMMENTS, { submission_id: randomUUID(), content: "" }, sender);
  expect(empty).toMatchObject({ status: 422, outcome: "refused" });
  expect(empty.message.length).toBeGreaterThan(5);
  const gone = { submission_id: randomUUID(), content: "x" };
  expect(await sends(person, "/jobs/987654/comments", gone, sender)).toMatchObject({
    status: 404,
    outcome: "refused",
  });
});

test("refuses a device's forms of another user or company, and forms sent without a session", async () => {
  const { url } = inject("served");
  const [manager, hauler] = [await signInPerson(url, "manager"), await signInPerson(url, "hauler")];
  const theirs = await senderAt(hauler);
  const content = `Not mine, ${randomUUID()}`;
  const form = () => ({ submission_id: randomUUID(), content });
  const [user] = (await senderAt(manager)).split(".");
  for (const sender of [theirs, `${user}.99`, `${user}.`, "7", "x.y"])
    expect([sender, await sends(manager, COMMENTS, form(), sender)]).toEqual([
      sender,
      { status: 403, outcome: "other" },
    ]);
  const nobody = await signInPerson(url, "nobody");
  expect(await sends(nobody, COMMENTS, form(), theirs)).toMatchObject({ status: 401, outcome: "refused" });
  expect(await commentsThat(manager, content)).toBe(0);
});

test("the replay header doesn't change the response to a GET request", async () => {
  const person = await signInPerson(inject("served").url, "manager");
  const page = await person.ask(COMMENTS, { headers: { [HEADER]: "x.y" } });
  expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
});
