import "#db/testing/alone";
import { afterEach, expect, test, vi } from "vitest";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { containsSecret } from "~/lib/mail/outbox";
import { createBillingFixture, INVOICE_CUSTOMER, INVOICE_LINES } from "../testing/billing.server";
import { deleteInvoice } from "./issue.server";
import { buildPublicUrl } from "./link.server";
import { getInvoicePage, getInvoiceSendForm } from "./page.server";
import { payInvoice } from "./pay.server";
import { sendInvoice } from "./send.server";
import { createInvoice } from "./write.server";

const db = await openTestDatabase();
const TEXTER = { TEXTER_URL: "https://texts.test/send", TEXTER_SECRET: "x".repeat(40) };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const outbox = async (recipient: string) =>
  (
    await db.batch([
      {
        sql: "SELECT kind, subject, body FROM outbox_message WHERE recipient = ? ORDER BY id",
        params: [recipient],
      },
    ])
  )[0]?.rows.map(({ kind, subject, body }) => ({
    kind: String(kind),
    subject: String(subject),
    body: String(body),
  })) ?? [];

test("sends an issued invoice only by a chosen channel and to a known address", async () => {
  const { hauler, issued } = await createBillingFixture(db);
  const draft = await hauler.call(createInvoice, { ...INVOICE_CUSTOMER, lines: INVOICE_LINES });
  const early = hauler.call(sendInvoice, { invoice_id: draft.id, send_email: true });
  expect((await catchError(early)).message).toBe("A draft can't be sent. Issue it first.");
  const { id } = await issued(hauler, { customer_email: undefined });
  const wrong = async (more: object) =>
    (await catchError(hauler.call(sendInvoice, { invoice_id: id, ...more }))).refusal.facts.fields;
  expect(await wrong({})).toEqual({ send_email: ["Choose email, text message or both."] });
  expect(await wrong({ send_email: true })).toEqual({ email: ["Type the customer's email."] });
  expect(await wrong({ send_sms: true })).toEqual({ send_sms: ["This site doesn't send text messages."] });
  const email = `sent-${id}@aho.test`;
  await hauler.call(sendInvoice, { invoice_id: id, send_email: true, email });
  const [mail] = await outbox(email);
  expect(mail?.subject).toMatch(/^Invoice 1001 from /);
  expect(mail?.body).toContain("$495.50");
  expect(mail?.body).toContain(buildPublicUrl(id));
  expect(containsSecret(mail?.body ?? "")).toBe(true);
  await hauler.call(payInvoice, { invoice_id: id });
  await hauler.call(sendInvoice, { invoice_id: id, send_email: true });
  expect((await outbox(email)).map(({ subject }) => subject.split(" from ")[0])).toEqual([
    "Invoice 1001",
    "Receipt for invoice 1001",
  ]);
  const { sendings } = await hauler.call(getInvoicePage, { invoice_id: id });
  expect(sendings.map(({ what, to }) => [what, to])).toEqual([
    ["Invoice", email],
    ["Receipt", email],
  ]);
  const gone = await issued(hauler);
  await hauler.call(deleteInvoice, { invoice_id: gone.id });
  const late = hauler.call(sendInvoice, { invoice_id: gone.id, send_email: true });
  expect((await catchError(late)).message).toBe("It is void.");
});

test("sends an invoice at most five times an hour and shows failed messages on its page", async () => {
  const { hauler, rival, issued } = await createBillingFixture(db);
  const email = "often@aho.test";
  const { id } = await issued(hauler, { customer_email: email });
  const send = (who: typeof hauler) => who.call(sendInvoice, { invoice_id: id, send_email: true });
  expect((await catchError(send(rival))).kind).toBe("missing");
  for (let i = 0; i < 5; i++) await send(hauler);
  expect((await catchError(send(hauler))).kind).toBe("tooMany");
  expect(await outbox(email)).toHaveLength(5);
  await db.batch([
    {
      sql: "UPDATE outbox_message SET failed_at = created_at, failure = 'No such mailbox.' WHERE recipient = ?",
      params: [email],
    },
  ]);
  const { sendings } = await hauler.call(getInvoicePage, { invoice_id: id });
  expect(sendings.at(-1)).toMatchObject({
    failed: true,
    to: email,
    fate: "Failed to send invoice. No such mailbox.",
  });
});

test("counts five sends within one millisecond as five", async () => {
  const { hauler, ids, issued } = await createBillingFixture(db);
  const { id } = await issued(hauler, { customer_email: "hasty@aho.test" });
  const date = new Date();
  const hasty = await actAs(db, hauler.actor.user?.id ?? 0, ids.hauler.id, () => date);
  const send = () => hasty.call(sendInvoice, { invoice_id: id, send_email: true });
  for (let i = 0; i < 5; i++) await send();
  expect((await catchError(send())).kind).toBe("tooMany");
  expect(await outbox("hasty@aho.test")).toHaveLength(5);
});

test("offers and sends a text only if this site sends texts", async () => {
  const { hauler, issued } = await createBillingFixture(db);
  const phone = "9065550177";
  const { id } = await issued(hauler, { customer_phone: phone });
  expect(await hauler.call(getInvoiceSendForm, { invoice_id: id })).toMatchObject({
    texts: false,
    phone: "+19065550177",
  });
  expect(await outbox("+19065550177")).toEqual([]);
  for (const [name, value] of Object.entries(TEXTER)) vi.stubEnv(name, value);
  vi.resetModules();
  const now = await import("./send.server");
  const page = await import("./page.server");
  expect(await hauler.call(page.getInvoiceSendForm, { invoice_id: id })).toMatchObject({ texts: true });
  expect(await hauler.call(now.sendInvoice, { invoice_id: id, send_sms: true })).toMatchObject({
    leaves: true,
  });
  const [text] = await outbox("+19065550177");
  expect(text).toMatchObject({ kind: "text" });
  expect(text?.body).toContain(buildPublicUrl(id));
});
