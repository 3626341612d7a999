import { RemixBrowser } from "@remix-run/react";
import { setNonce } from "get-nonce";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
// Radix's scroll lock adds a <style>; the nonce makes the policy allow it.
if (nonce) setNonce(nonce);

/**
 * Wait until the page's data is decoded: RemixBrowser throws its promise. A key pressed while the root itself is still
 * waiting would make React throw (error 345).
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
