import { all, type PagePart } from "./dom";

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)).buffer;
const textOf = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
const named = (list: { id: string }[] = []): PublicKeyCredentialDescriptor[] =>
  list.map(({ id }) => ({ type: "public-key", id: bytesOf(id) }));

/*
 * A device is asked in bytes, which JSON hasn't; browsers before 2023 don't turn one into the other themselves.
 */
function make(asked: PublicKeyCredentialCreationOptionsJSON) {
  const { rp, user, pubKeyCredParams, timeout, authenticatorSelection } = asked;
  return navigator.credentials.create({
    publicKey: {
      rp,
      pubKeyCredParams,
      timeout,
      authenticatorSelection,
      user: { ...user, id: bytesOf(user.id) },
      challenge: bytesOf(asked.challenge),
      excludeCredentials: named(asked.excludeCredentials),
    },
  });
}

const show = ({ rpId, timeout, challenge, allowCredentials }: PublicKeyCredentialRequestOptionsJSON) =>
  navigator.credentials.get({
    publicKey: { rpId, timeout, challenge: bytesOf(challenge), allowCredentials: named(allowCredentials) },
  });

/** What the device answered, as JSON; `toJSON` isn't in browsers before 2023, nor in some extensions that stand in for it. */
function answerOf({ id, rawId, type, response }: PublicKeyCredential) {
  const said: Record<string, unknown> = { clientDataJSON: textOf(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    said.attestationObject = textOf(response.attestationObject);
    said.transports = response.getTransports?.() ?? [];
  } else if (response instanceof AuthenticatorAssertionResponse) {
    said.authenticatorData = textOf(response.authenticatorData);
    said.signature = textOf(response.signature);
    if (response.userHandle) said.userHandle = textOf(response.userHandle);
  }
  return { id, rawId: textOf(rawId), type, response: said };
}

const SAID = {
  lacking: "This browser doesn't support passkeys. Use a code.",
  stopped: "That was stopped, or it took too long. Try again, or use a code.",
  known: "This device already has a passkey for your account.",
};

/** Makes or shows a passkey by the press of a button, and sends what the device answered. */
export default function passkey(part: PagePart) {
  for (const form of all<HTMLFormElement>(part, "form[data-passkey]")) {
    const button = form.querySelector("button");
    const field = form.querySelector<HTMLInputElement>("input[name=response]");
    const say = (words: string) => form.querySelector("[role=status]")?.replaceChildren(words);
    if (!button || !field) continue;
    form.querySelector("[data-lacking]")?.remove();
    if (!("PublicKeyCredential" in window)) {
      say(SAID.lacking);
      continue;
    }
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      say("");
      try {
        const { passkey: kind = "get", options = "{}" } = form.dataset;
        const asked = JSON.parse(options);
        const found = await (kind === "create" ? make(asked) : show(asked));
        if (!(found instanceof PublicKeyCredential)) return say(SAID.stopped);
        field.value = JSON.stringify(answerOf(found));
        form.submit();
      } catch (error) {
        say(error instanceof DOMException && error.name === "InvalidStateError" ? SAID.known : SAID.stopped);
      } finally {
        button.disabled = false;
      }
    });
  }
}
