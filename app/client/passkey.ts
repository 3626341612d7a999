import { type PagePart, queryAll } from "./dom";

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)).buffer;
const textOf = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
const named = (list: { id: string }[] = []): PublicKeyCredentialDescriptor[] =>
  list.map(({ id }) => ({ type: "public-key", id: bytesOf(id) }));

/* Convert JSON to the bytes that the device API needs; browsers before 2023 lack this conversion. */
function make(query: PublicKeyCredentialCreationOptionsJSON) {
  const { rp, user, pubKeyCredParams, timeout, authenticatorSelection } = query;
  return navigator.credentials.create({
    publicKey: {
      rp,
      pubKeyCredParams,
      timeout,
      authenticatorSelection,
      user: { ...user, id: bytesOf(user.id) },
      challenge: bytesOf(query.challenge),
      excludeCredentials: named(query.excludeCredentials),
    },
  });
}

const show = ({ rpId, timeout, challenge, allowCredentials }: PublicKeyCredentialRequestOptionsJSON) =>
  navigator.credentials.get({
    publicKey: { rpId, timeout, challenge: bytesOf(challenge), allowCredentials: named(allowCredentials) },
  });

/**
 * Convert the device's response to JSON; `toJSON` isn't in browsers before 2023, nor in some extensions that replace
 * it.
 */
function answerOf({ id, rawId, type, response }: PublicKeyCredential) {
  const result: Record<string, unknown> = { clientDataJSON: textOf(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    result.attestationObject = textOf(response.attestationObject);
    result.transports = response.getTransports?.() ?? [];
  } else if (response instanceof AuthenticatorAssertionResponse) {
    result.authenticatorData = textOf(response.authenticatorData);
    result.signature = textOf(response.signature);
    if (response.userHandle) result.userHandle = textOf(response.userHandle);
  }
  return { id, rawId: textOf(rawId), type, response: result };
}

const SAID = {
  lacking: "This browser doesn't support passkeys. Use a code.",
  stopped: "That was stopped, or it took too long. Try again, or use a code.",
  known: "This device already has a passkey for your account.",
};

/** Create or use a passkey when a button is pressed, and send the device's response. */
export default function initPasskey(part: PagePart) {
  for (const form of queryAll<HTMLFormElement>(part, "form[data-passkey]")) {
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
        const query = JSON.parse(options);
        const credential = await (kind === "create" ? make(query) : show(query));
        if (!(credential instanceof PublicKeyCredential)) return say(SAID.stopped);
        field.value = JSON.stringify(answerOf(credential));
        form.submit();
      } catch (error) {
        say(error instanceof DOMException && error.name === "InvalidStateError" ? SAID.known : SAID.stopped);
      } finally {
        button.disabled = false;
      }
    });
  }
}
