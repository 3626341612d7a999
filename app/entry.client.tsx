import { RemixBrowser } from "@remix-run/react";
import { setNonce } from "get-nonce";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
// Radix's scroll lock adds a <style>; the nonce makes the policy allow it.
if (nonce) setNonce(nonce);

/**
 * Wait until the page's data is decoded, because RemixBrowser throws its promise until then. If a key is pressed while
 * the root is still waiting, React throws error 345.
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
