import { RemixBrowser } from "@remix-run/react";
import { setNonce } from "get-nonce";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
// Radix's scroll lock adds a <style>; with the nonce the policy lets it.
if (nonce) setNonce(nonce);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
