import { type Sent, textOf, Wrong } from "./parameters";
import { found, type Outcome, type World } from "./world";

/** What a page of Stripe's own answers; `told` where something happened that events tell of. */
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

const OUTCOMES: Record<string, Outcome> = {
  pay: "paid",
  decline: "declined",
  challenge: "challenge_failed",
};

function paying(world: World, method: string, id: string, sent: Sent): Page {
  const session = found(world.sessions, id, "checkout.session");
  const act = textOf(sent, "act") ?? "";
  const outcome = OUTCOMES[act];
  const choices = `${button("pay", "Pay")}${button("decline", "Pay with a card that is refused")}${button("challenge", "Fail the bank's question")}<p><a href="${session.cancel_url ?? "/"}">Back</a></p>`;
  if (session.status !== "open") return page("This page isn't open anymore", "", 410);
  if (method === "GET" || !outcome) return page("Pretend to pay", choices);
  const after = world.pay(id, outcome);
  if (outcome !== "paid") return page("Your card was refused", choices, 402);
  return leadTo((after.success_url ?? "/").replace("{CHECKOUT_SESSION_ID}", id), true);
}

function portal(world: World, method: string, id: string, sent: Sent): Page {
  const at = found(world.portals, id, "billing_portal.session");
  const sub = [...world.subscriptions.values()].find(
    (s) => s.customer === at.customer && s.status !== "canceled",
  );
  const back = at.return_url ?? "/";
  const act = textOf(sent, "act");
  if (!sub || method === "GET")
    return page(
      "Pretend portal",
      `${button("cancel", "Cancel subscription")}${button("keep", "Don't cancel")}${button("card", "Save card")}<p><a href="${back}">Back</a></p>`,
    );
  if (act === "cancel" || act === "keep") world.cancelAtEnd(sub.id, act === "cancel");
  if (act === "card" && sub.status === "past_due") world.recover(sub.id);
  return leadTo(back, true);
}

/** Answer at an address that is not of the API. */
export function hosted(world: World, method: string, path: string, sent: Sent): Page {
  const [, kind = "", id = ""] = (path.split("?")[0] ?? "").split("/");
  try {
    if (kind === "pay") return paying(world, method, id, sent);
    if (kind === "portal") return portal(world, method, id, sent);
    return page("No such page", "", 404);
  } catch (error) {
    if (error instanceof Wrong) return page(error.message, "", error.status);
    throw error;
  }
}
