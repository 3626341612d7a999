import { readPageUser } from "../app/client/offline/kept-pages";
import {
  type FormOwner,
  getReplayHeaders,
  getReplayOutcome,
  getSendTimeoutMs,
  parseReplayResponse,
  type QueuedForm,
} from "../app/modules/offline/rules/kept-forms";
import { parseOwnOutboxItems } from "../app/modules/offline/rules/outbox-file";
import { sendQueuedForms } from "../app/modules/offline/rules/send-each";

export type Sent = { items: QueuedForm[]; others: number };

/** Sign in like any user, and return the session cookie. */
async function signIn(url: string, login: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    body: new URLSearchParams({ login, password }),
    redirect: "manual",
  });
  const [cookie] = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  if (answer.status !== 303 || !cookie) throw new Error("The server didn't let this person in.");
  return cookie;
}

async function whoIs(url: string, cookie: string): Promise<FormOwner> {
  const page = await fetch(`${url}/outbox`, { headers: { Cookie: cookie }, redirect: "manual" });
  const who = readPageUser(await page.text());
  if (!who) throw new Error("The server doesn't say who this person is.");
  return who;
}

/**
 * Submit the unsent forms in a device's file, signed in as their author, by the rules and in the order that the device
 * would use. Forms keep their submission ids, so that a form that arrived before isn't applied twice. Null if the file
 * doesn't contain unsent forms.
 */
export async function sendOutbox(options: {
  url: string;
  login: string;
  password: string;
  text: string;
}): Promise<Sent | null> {
  const { url, text } = options;
  const cookie = await signIn(url, options.login, options.password);
  const who = await whoIs(url, cookie);
  const match = parseOwnOutboxItems(text, who);
  if (!match) return null;
  const items = await sendQueuedForms(match.items, who, async (item, address) => {
    const answer = await fetch(`${url}${address}`, {
      method: "POST",
      body: item.body,
      headers: { Cookie: cookie, "Content-Type": item.type, ...getReplayHeaders(item, Date.now()) },
      redirect: "manual",
      signal: AbortSignal.timeout(getSendTimeoutMs(item.body.byteLength)),
    });
    return getReplayOutcome(answer.status, parseReplayResponse(await answer.text()));
  });
  return { items, others: match.others };
}
