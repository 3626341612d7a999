import { RemixBrowser } from "@remix-run/react";
import { setNonce } from "get-nonce";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
// Radix's scroll lock adds a <style>; with the nonce the policy lets it.
if (nonce) setNonce(nonce);

/**
 * Waits until the page's data is decoded: RemixBrowser throws the promise of it. A key that is pressed while the root
 * itself still waits would make React throw (error 345).
 */
async function decoded() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

decoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
