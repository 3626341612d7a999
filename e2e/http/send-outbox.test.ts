import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import type { QueuedForm } from "../../app/modules/offline/rules/kept-forms";
import { buildOutboxFile } from "../../app/modules/offline/rules/outbox-file";
import { sendOutbox } from "../../scripts/send-outbox";
import { personAt } from "./support/caller";
import { keptComment, keptLoad, whoOf } from "./support/kept-forms";

const url = () => inject("served").url;

const send = (who: string, items: QueuedForm[]) =>
  sendOutbox({
    url: url(),
    login: `${who}@demo.test`,
    password: "timber-demo-2026",
    text: buildOutboxFile(items),
  });

test("a file is sent as its writer, a load with its steps in their order; sent once more nothing is carried out twice", async () => {
  const who = await whoOf(url(), "hauler");
  const page = await personAt(url(), "hauler");
  const { made, items: load } = keptLoad(who);
  const items = [...load, keptComment(who, `From a file ${made}`)];
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

test("another person's forms and another company's stay in the file", async () => {
  const [hauler, manager] = [await whoOf(url(), "hauler"), await whoOf(url(), "manager")];
  const content = `Not theirs ${randomUUID()}`;
  const items = [keptComment(hauler, content), keptComment({ ...manager, company: "99" }, content)];
  const sent = await send("manager", items);
  expect([sent?.items, sent?.others]).toEqual([[], 2]);
  expect(await (await personAt(url(), "manager")).read("/jobs/1/comments")).not.toContain(content);
});

test("what the server refuses to its writer is refused from a file as well", async () => {
  const who = await whoOf(url(), "rival");
  const sent = await send("rival", [keptComment(who, "Let me in")]);
  expect(sent?.items.map(({ state }) => state)).toEqual(["needs"]);
  expect(
    await sendOutbox({ url: url(), login: "hauler@demo.test", password: "timber-demo-2026", text: "{}" }),
  ).toBeNull();
  await expect(
    sendOutbox({ url: url(), login: "hauler@demo.test", password: "wrong", text: "{}" }),
  ).rejects.toThrow("didn't let this person in");
});
