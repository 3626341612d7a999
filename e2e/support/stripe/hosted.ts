import type { CardOutcome } from "./connected";
import { type CallParameters, getTextParam, RefusedCallError } from "./parameters";
import { type FakeStripe, findOrThrow } from "./world";

/** Response of one of Stripe's hosted pages. `told` is true if the request emitted events. */
type Page = { status: number; html: string; headers?: Record<string, string>; told?: boolean };

const page = (title: string, body: string, status = 200): Page => ({
  status,
  html: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
});
const leadTo = (url: string, told = false): Page => ({
  status: 303,
  html: "",
  headers: { Location: url },
  told,
});
const button = (act: string, words: string) =>
  `<form method="post"><button name="act" value="${act}">${words}</button></form>`;

const OUTCOMES: Record<string, CardOutcome> = {
  pay: "paid",
  decline: "declined",
  challenge: "challenge_failed",
  leave: "challenge_left",
  later: "processing",
};

function paying(world: FakeStripe, method: string, id: string, sent: CallParameters): Page {
  world.endPages();
  const session = findOrThrow(world.sessions, id, "checkout.session");
  const act = getTextParam(sent, "act") ?? "";
  const outcome = OUTCOMES[act];
  const choices = `${button("pay", "Pay")}${button("decline", "Pay with a card that is refused")}${button("challenge", "Fail the bank's question")}${button("leave", "Leave the bank's question open")}<p><a href="${session.cancel_url ?? "/"}">Back</a></p>`;
  if (session.status !== "open") return page("This page isn't open anymore", "", 410);
  const asks = `<p>Total: $${((session.amount_total ?? 0) / 100).toFixed(2)}</p>`;
  if (method === "GET" || !outcome) return page("Pretend to pay", asks + choices);
  const after = world.pay(id, outcome);
  if (act === "leave") return page("Your bank asks whether it is you", choices);
  if (after.status === "open") return page("Your card was refused", choices, 402);
  return leadTo((after.success_url ?? "/").replace("{CHECKOUT_SESSION_ID}", id), true);
}

function portal(world: FakeStripe, method: string, id: string, sent: CallParameters): Page {
  const session = findOrThrow(world.portals, id, "billing_portal.session");
  const sub = [...world.subscriptions.values()].find(
    (s) => s.customer === session.customer && s.status !== "canceled",
  );
  const back = session.return_url ?? "/";
  const act = getTextParam(sent, "act");
  if (!sub || method === "GET")
    return page(
      "Pretend portal",
      `${button("cancel", "Cancel subscription")}${button("keep", "Don't cancel")}${button("card", "Save card")}<p><a href="${back}">Back</a></p>`,
    );
  if (act === "cancel" || act === "keep") world.cancelAtEnd(sub.id, act === "cancel");
  if (act === "card" && sub.status === "past_due") world.recover(sub.id);
  return leadTo(back, true);
}

/** Page on which a company enters the identity details that Stripe requires. Its link works once, as Stripe's does. */
function onboarding(world: FakeStripe, method: string, id: string, sent: CallParameters): Page {
  const target = findOrThrow(world.connected.links, id, "account_link");
  const act = getTextParam(sent, "act");
  if (method === "GET" || !act)
    return page(
      "Pretend to set up an account",
      `${button("finish", "Finish")}${button("leave", "Save for later")}<p><a href="${target.refresh_url}">The page has ended</a></p>`,
    );
  world.connected.links.delete(id);
  if (act === "finish") world.connected.answer(target.account);
  return leadTo(target.return_url, act === "finish");
}

/** Respond to a request for a hosted page, outside the API. */
export function serveHostedPage(world: FakeStripe, method: string, path: string, sent: CallParameters): Page {
  const [, kind = "", id = ""] = (path.split("?")[0] ?? "").split("/");
  try {
    if (kind === "pay") return paying(world, method, id, sent);
    if (kind === "onboard") return onboarding(world, method, id, sent);
    if (kind === "billed") {
      const invoice = findOrThrow(world.billed.invoices, id, "invoice");
      return page(
        `Pretend invoice ${invoice.number ?? ""}`,
        `<p>Total: $${(invoice.total / 100).toFixed(2)}</p>`,
      );
    }
    if (kind === "portal") return portal(world, method, id, sent);
    return page("No such page", "", 404);
  } catch (error) {
    if (error instanceof RefusedCallError) return page(error.message, "", error.status);
    throw error;
  }
}
