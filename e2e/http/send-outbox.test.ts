import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import type { QueuedForm } from "../../app/modules/offline/rules/kept-forms";
import { buildOutboxFile } from "../../app/modules/offline/rules/outbox-file";
import { sendOutbox } from "../../scripts/send-outbox";
import { signInPerson } from "./support/caller";
import { createStoredComment, createStoredLoad, readFormOwner } from "./support/kept-forms";

const url = () => inject("served").url;

const send = (who: string, items: QueuedForm[]) =>
  sendOutbox({
    url: url(),
    login: `${who}@demo.test`,
    password: "timber-demo-2026",
    text: buildOutboxFile(items),
  });

test("sends a file's forms as their author and a load's steps in order; sending the file again repeats nothing", async () => {
  const who = await readFormOwner(url(), "hauler");
  const page = await signInPerson(url(), "hauler");
  const { made, items: load } = createStoredLoad(who);
  const items = [...load, createStoredComment(who, `From a file ${made}`)];
  for (const round of [1, 2]) {
    const sent = await send("hauler", items);
    expect([round, sent?.items.map(({ state, said }) => [state, said])]).toEqual([
      round,
      Array(4).fill(["sent", ""]),
    ]);
  }
  expect((await page.read("/jobs/1/comments")).split(`From a file ${made}`).length - 1).toBe(1);
  const [ticket] =
    (await send("hauler", items))?.items.flatMap(({ id, href }) => (id === made ? href : [])) ?? [];
  const html = await page.read(ticket ?? "");
  expect(html).toContain("Completed");
  expect(html).toContain("Typed without a signal, ");
});

test("doesn't send the forms of another user or another company", async () => {
  const [hauler, manager] = [await readFormOwner(url(), "hauler"), await readFormOwner(url(), "manager")];
  const content = `Not theirs ${randomUUID()}`;
  const items = [
    createStoredComment(hauler, content),
    createStoredComment({ ...manager, company: "99" }, content),
  ];
  const sent = await send("manager", items);
  expect([sent?.items, sent?.others]).toEqual([[], 2]);
  expect(await (await signInPerson(url(), "manager")).read("/jobs/1/comments")).not.toContain(content);
});

test("the server refuses a form from a file if its author may not send it", async () => {
  const who = await readFormOwner(url(), "rival");
  const sent = await send("rival", [createStoredComment(who, "Let me in")]);
  expect(sent?.items.map(({ state }) => state)).toEqual(["needs"]);
  expect(
    await sendOutbox({ url: url(), login: "hauler@demo.test", password: "timber-demo-2026", text: "{}" }),
  ).toBeNull();
  await expect(
    sendOutbox({ url: url(), login: "hauler@demo.test", password: "wrong", text: "{}" }),
  ).rejects.toThrow("didn't let this person in");
});
