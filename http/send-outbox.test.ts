import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import type { KeptForm } from "../app/behaviors/offline/kept-forms";
import { unsentFile } from "../app/behaviors/offline/outbox-file";
import { keptForm } from "../app/behaviors/offline/testing/kept-form";
import { sendOutbox } from "../scripts/send-outbox";
import { personAt } from "./support/caller";

const url = () => inject("served").url;
const HOUR = 3_600_000;

async function whoOf(name: string) {
  const html = await (await personAt(url(), name)).read("/outbox");
  const said = (attribute: string) => new RegExp(`data-${attribute}="(\\d*)"`).exec(html)?.[1] ?? "";
  return { user: said("user"), company: said("company") };
}

const comment = (who: { user: string; company: string }, content: string, more: Partial<KeptForm> = {}) => {
  const id = randomUUID();
  return keptForm({
    ...who,
    id,
    action: "/jobs/1/comments",
    fields: [
      ["submission_id", id],
      ["content", content],
    ],
    typed_at: Date.now() - HOUR,
    ...more,
  });
};

const send = (who: string, items: KeptForm[]) =>
  sendOutbox({
    url: url(),
    login: `${who}@demo.test`,
    password: "timber-demo-2026",
    text: unsentFile(items),
  });

test("a file is sent as its writer, a load with its steps in their order; sent once more nothing is carried out twice", async () => {
  const who = await whoOf("hauler");
  const page = await personAt(url(), "hauler");
  const made = randomUUID();
  const at = Date.now() - HOUR;
  const load: [string, string][] = [
    ["submission_id", made],
    ["job_id", "1"],
    ["job_destination_id", "1"],
    ["product", "5-746-0"],
    ["estimated_volume", "25"],
    ["estimated_wood_unit_type_id", "2"],
    ["hauler_company_id", who.company],
    ["loads", "1"],
  ];
  const step = (verb: string, version: number, after: string) => {
    const id = randomUUID();
    const fields: [string, string][] = [
      ["submission_id", id],
      ["version", String(version)],
    ];
    return keptForm({
      ...who,
      id,
      after,
      fields,
      action: `/trip-tickets/@${made}/${verb}`,
      typed_at: at + version,
    });
  };
  const first = keptForm({
    ...who,
    id: made,
    action: "/trip-tickets/new?job_id=1",
    fields: load,
    typed_at: at,
  });
  const pickup = step("pickup", 2, made);
  const items = [step("dropoff", 3, pickup.id), pickup, first, comment(who, `From a file ${made}`)];
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
  const [hauler, manager] = [await whoOf("hauler"), await whoOf("manager")];
  const content = `Not theirs ${randomUUID()}`;
  const items = [comment(hauler, content), comment({ ...manager, company: "99" }, content)];
  const sent = await send("manager", items);
  expect([sent?.items, sent?.others]).toEqual([[], 2]);
  expect(await (await personAt(url(), "manager")).read("/jobs/1/comments")).not.toContain(content);
});

test("what the server refuses to its writer is refused from a file as well", async () => {
  const who = await whoOf("rival");
  const sent = await send("rival", [comment(who, "Let me in")]);
  expect(sent?.items.map(({ state }) => state)).toEqual(["needs"]);
  expect(
    await sendOutbox({ url: url(), login: "hauler@demo.test", password: "timber-demo-2026", text: "{}" }),
  ).toBeNull();
  await expect(
    sendOutbox({ url: url(), login: "hauler@demo.test", password: "wrong", text: "{}" }),
  ).rejects.toThrow("didn't let this person in");
});
